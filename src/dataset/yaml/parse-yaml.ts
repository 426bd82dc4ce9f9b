import { parseDocument } from 'yaml';

/** In UTF-16 units. Parsing this much takes about three seconds; nothing longer is parsed. */
export const maxYamlLength = 4 * 1024 * 1024;

export type YamlDocument = ReturnType<typeof parseDocument>;

/**
 * Parses YAML 1.2 by the core schema. `undefined` if the text is too long, or nested too deeply for the parser, which is
 * recursive.
 */
export function parseYaml(text: string): YamlDocument | undefined {
  if (text.length > maxYamlLength) return undefined;
  try {
    return parseDocument(text, {
      version: '1.2',
      schema: 'core',
      resolveKnownTags: false,
      // The parser would compare each key with all others of its mapping. YamlValue uses a map.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
