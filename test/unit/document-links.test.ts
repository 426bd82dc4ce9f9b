import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** Links to this repository from elsewhere: the newest, or the main branch. */
const here =
  /https:\/\/github\.com\/dataset-studio\/dataset-studio\/blob\/(?:HEAD|main)\/([\w./-]+(?:#[\w-]+)?)/g;

const filesOf = (patterns: readonly string[]) => globSync(patterns).map((path) => path.replaceAll('\\', '/'));

/** The sections of a page, as GitHub names them in addresses. */
function sectionsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Undefined if the address is another one, or leads to a page or a section. */
function brokenLink(from: string, link: string): string | undefined {
  if (/^\w+:/.test(link)) return undefined;
  const [path = '', section] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  const leads = existsSync(target) && (section === undefined || sectionsOf(target).includes(section));
  return leads ? undefined : `${from}: ${link}`;
}

describe('Links', () => {
  it('in documents lead to existing files and sections', () => {
    const pages = filesOf(['*.md', '{.github,docs,samples,scripts,skills,src,test}/**/*.md']);
    assert.ok(pages.length > 20);
    const broken = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) =>
        brokenLink(page, link),
      ),
    );
    assert.deepEqual(
      broken.filter((link) => link !== undefined),
      [],
    );
  });

  it('from the product and its packages lead to existing pages and sections', () => {
    const files = filesOf([
      'src/**/*.{ts,tsx}',
      'package*.json',
      'schemas/*.json',
      '.github/**/*.yml',
      '*.yml',
      'l10n/*.json',
      'scripts/**/*.{ts,md}',
      'samples/**/*.{md,json,yaml}',
    ]);
    const links = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(here)].map(([, link = '']) =>
        brokenLink('README.md', link.replace(/\.$/, '')),
      ),
    );
    assert.ok(links.length > 5);
    assert.deepEqual(
      links.filter((link) => link !== undefined),
      [],
    );
  });
});
