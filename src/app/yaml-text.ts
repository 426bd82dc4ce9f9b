import { Document, visit } from 'yaml';
import { escapeUnprintable } from '../text/printable.ts';

/** A beginning of a command for a pipeline, a line break, or space that a plain or quoted scalar would lose. */
const needsEscape = /##|::|[\r\n\t]/;

/** Only within double quotes. */
const commands = /#(?=#)|:(?=:)/g;

/**
 * A value as YAML, without line breaks in long strings. Where a string contains characters that are invisible, change how the rest
 * looks, or could be a command in a pipeline, they are escaped. Import it when it is needed: the library is large.
 */
export function yamlText(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && isUnsafe(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
  return text
    .split('\n')
    .map((line) =>
      isUnsafe(line) ? escapeUnprintable(line, escapeCharacter).replace(commands, escapeCharacter) : line,
    )
    .join('\n');
}

/** YAML 1.2, section 5.7. */
function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

function isUnsafe(text: string): boolean {
  return needsEscape.test(text) || escapeUnprintable(text) !== text;
}
