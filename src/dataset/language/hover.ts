import * as l10n from '@vscode/l10n';
import type { Cursor } from '../document-tree.ts';
import { jsonCursors } from '../json/json-cursor.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { Span } from '../problem.ts';
import { type Annotations, annotationsOf, knownDataTypes } from '../rules/schema.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { yamlCursors } from '../yaml/yaml-cursor.ts';

/** What is shown about a token. */
export interface Hover {
  readonly markdown: string;
  /** The token. */
  readonly range: Span;
}

/** The JSON Schema's description of the property name or data type at an offset of a document. */
export async function hover(
  document: ParsedDocument,
  { dataTypes }: Pick<RuleSettings, 'dataTypes'>,
  { offset }: { readonly offset: number },
): Promise<Hover | undefined> {
  const { text, format } = document;
  const cursorAt: (offset: number) => Cursor | undefined =
    format === 'json' ? jsonCursors(text, (await document.tree).root) : (at) => yamlCursors(text, at)[0];
  // At the first character of a token the mouse is on the token, though a cursor there is before it.
  const before = cursorAt(offset);
  const cursor =
    before !== undefined && before.token.start < before.token.end ? before : cursorAt(offset + 1);
  if (cursor === undefined || offset < cursor.token.start) return undefined;
  const { place, token } = cursor;
  const written = text.slice(token.start, token.end).replace(/^(["'])(.*)\1$/, '$2');
  if (place.at === 'key') {
    const annotations = annotationsOf(place.kind, written);
    return annotations && about(annotations, token);
  }
  if (place.at !== 'value' || place.kind !== 'column' || place.property !== 'dataType') return undefined;
  const known = knownDataTypes.find((type) => type.const === written);
  if (known !== undefined) return about(known, token);
  return dataTypes.includes(written)
    ? { markdown: l10n.t('A data type from the settings or the project file.'), range: token }
    : undefined;
}

function about(annotations: Annotations | undefined, range: Span): Hover | undefined {
  const markdown = annotations?.markdownDescription;
  return markdown === undefined ? undefined : { markdown: l10n.t(markdown), range };
}
