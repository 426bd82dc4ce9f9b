import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A display language of VS Code, and the extension's texts in it. VS Code's own texts stay English. */
export interface DisplayLanguage {
  /** Such as `de`. */
  readonly locale: string;
  /** The texts of `package.nls.json` by key. */
  readonly manifest: Readonly<Record<string, string>>;
  /** The messages of `bundle.l10n.json` by their English text. */
  readonly messages: Readonly<Record<string, string>>;
}

/** Adds a language to a VS Code server before it starts, and the translations to the installed extension. */
export function installLanguage(language: DisplayLanguage, serverFolder: string): void {
  const { locale } = language;
  const pack = join(serverFolder, 'language-pack.json');
  writeJson(pack, { '': [], version: '1.0.0', contents: {} });
  mkdirSync(join(serverFolder, 'data'), { recursive: true });
  writeJson(join(serverFolder, 'data', 'languagepacks.json'), {
    [locale]: {
      hash: locale,
      extensions: [{ extensionIdentifier: { id: 'test.language-pack' }, version: '1.0.0' }],
      translations: { vscode: pack },
      label: locale,
    },
  });
  const [extension] = globSync(join(serverFolder, 'extensions', 'dataset-studio.dataset-studio-*'));
  if (extension === undefined) throw new Error('The extension is not installed.');
  addTranslations(language, extension);
}

/** Adds translations to an unpacked extension. */
export function addTranslations({ locale, manifest, messages }: DisplayLanguage, extension: string): void {
  writeJson(join(extension, `package.nls.${locale}.json`), manifest);
  writeJson(join(extension, 'l10n', `bundle.l10n.${locale}.json`), messages);
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value));
}
