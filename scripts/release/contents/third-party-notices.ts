import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../repository.ts';
import { bundledPackages } from './bundled-packages.ts';

/** The licenses of the packages in the bundles, which their licenses require with every copy. */
export function thirdPartyNotices(): string {
  const sections = bundledPackages().map(({ folder, name, version, license }) => {
    const text = licenseText(join(repositoryFolder, folder)) ?? `https://spdx.org/licenses/${license}.html`;
    return `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`;
  });
  return `Dataset Studio contains code of these packages.\n\n${sections.join('\n')}`;
}

/** Undefined if the package has no file with it: a few name their license in package.json only. */
function licenseText(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
  return file && readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
}
