import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '../../repository.ts';
import { type BundledPackage, bundledPackages } from './bundled-packages.ts';

/** Code of others that a package contains without its license: by its folder, the file in `licenses/` that has the text. */
const embeddedCode = new Map([['node_modules/undici/lib/llhttp', 'llhttp.txt']]);

const ownCopies = join(import.meta.dirname, 'licenses');

/**
 * The licenses of the packages in the bundles, which their licenses require with every copy. Throws if a package, or
 * compiled code in one, has no text.
 */
export function thirdPartyNotices(): string {
  const sections = bundledPackages().flatMap((bundled) => [packageNotice(bundled), ...partNotices(bundled)]);
  return `Dataset Studio contains code of these packages.\n\n${sections.join('\n')}`;
}

function packageNotice({ folder, name, version, license }: BundledPackage): string {
  const file = licenseFile(folder) ?? join(ownCopies, `${name}.txt`);
  if (!existsSync(file))
    throw new Error(`${name} has no license file. Add the text of its license as ${file}.`);
  return notice(`${name} ${version} (${license})`, file);
}

/** Notices of the code of others in a package. */
function partNotices({ folder, files }: BundledPackage): readonly string[] {
  const parts = [...new Set(files.map((path) => dirname(path)))].filter((part) => part !== folder);
  return parts.flatMap((part) => {
    const copy = embeddedCode.get(part);
    const file = licenseFile(part) ?? (copy && join(ownCopies, copy));
    if (file !== undefined) return [notice(part.slice('node_modules/'.length), file)];
    if (files.some((path) => dirname(path) === part && containsCompiledCode(path)))
      throw new Error(`${part} contains compiled code without a license file. Add it to embeddedCode.`);
    return [];
  });
}

/** The path of the license in a folder, if it has one. */
function licenseFile(folder: string): string | undefined {
  const path = join(repositoryFolder, folder);
  const name = readdirSync(path).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  return name && join(path, name);
}

/** Whether a script contains WebAssembly: `\0asm` in Base64. */
function containsCompiledCode(path: string): boolean {
  return /["'`]AGFzb/.test(readFileSync(join(repositoryFolder, path), 'utf8'));
}

function notice(title: string, file: string): string {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();
  return `${'-'.repeat(80)}\n${title}\n\n${text}\n`;
}
