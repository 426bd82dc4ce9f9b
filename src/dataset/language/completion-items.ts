import * as l10n from '@vscode/l10n';
import type { DocumentFormat } from '../dataset.ts';
import type { CursorPlace } from '../document-tree.ts';
import { type JsonCursor, jsonCursors } from '../json/json-cursor.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { Span } from '../problem.ts';
import {
  type Annotations,
  annotationsOf,
  dataTypeNames,
  type Kind,
  knownDataTypes,
  schemaOf,
} from '../rules/schema.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { type YamlCursor, yamlCursors } from '../yaml/yaml-cursor.ts';
import { choice, flowSnippet, jsonSnippet, literal, withDataTypes, yamlSnippet } from './templates.ts';

/** An item that can be inserted at the cursor. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: 'property' | 'value' | 'snippet';
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** In VS Code's snippet syntax. */
  readonly insertText: string;
  /** The text that is replaced. */
  readonly range: Span;
  /** What the text in the range is matched with, if it isn't the label. */
  readonly filterText?: string;
}

/**
 * The completion items at an offset of a document, complete or broken, by its JSON Schema, and by what is known in addition.
 */
export async function completion(
  document: ParsedDocument,
  known: Known,
  { offset }: { readonly offset: number },
): Promise<CompletionItem[]> {
  const { text, format } = document;
  if (format === 'json') {
    const cursor = jsonCursors(text, (await document.tree).root)(offset);
    if (cursor === undefined) return [];
    return candidatesAt(cursor.place, format, known)
      .filter(({ kind }) => kind !== 'snippet' || !cursor.inString)
      .map((candidate) => inJson(candidate, cursor, text));
  }
  return yamlCursors(text, offset).flatMap((cursor) =>
    candidatesAt(cursor.place, format, known).map((candidate) => inYaml(candidate, cursor, text)),
  );
}

type Known = Pick<RuleSettings, 'dataTypes' | 'properties'>;

/** An item to insert, independent of the format. */
interface Candidate {
  readonly label: string;
  readonly kind: CompletionItem['kind'];
  readonly detail: string | undefined;
  readonly documentation: string | undefined;
  /** The property name, if it is inserted with the value. */
  readonly property?: string;
  /** JSON whose strings are snippets. */
  readonly body: unknown;
}

function candidatesAt(place: CursorPlace, format: DocumentFormat, known: Known): Candidate[] {
  return candidates(place, format, known).map((candidate) => ({
    ...candidate,
    body: withDataTypes(candidate.body, known.dataTypes, format),
  }));
}

function candidates(
  place: CursorPlace,
  format: DocumentFormat,
  { dataTypes, properties }: Known,
): Candidate[] {
  switch (place.at) {
    case 'document':
      return snippets(schemaOf.dataset);
    case 'item':
      return snippets(schemaOf[place.kind]);
    case 'value':
      return values(place.kind, place.property, format, dataTypes);
    case 'key':
      return [
        ...Object.entries(schemaOf[place.kind].properties),
        // Others need quotes in YAML.
        ...(properties?.[place.kind] ?? []).filter(isPlainName).map((name) => [name, declared()] as const),
      ]
        .filter(([property]) => !place.present.has(property))
        .map(([property, annotations]) => ({
          label: property,
          kind: 'property',
          property,
          body: isDataType(place.kind, property)
            ? choice(1, dataTypeNames(dataTypes), format)
            : (annotations.defaultSnippets?.[0]?.body ?? '$1'),
          ...described(annotations),
        }));
  }
}

function values(
  kind: Kind,
  property: string,
  format: DocumentFormat,
  dataTypes: readonly string[],
): Candidate[] {
  const annotations = annotationsOf(kind, property);
  if (annotations === undefined) return [];
  if (!isDataType(kind, property)) return snippets(annotations);
  const known = knownDataTypes.map(
    (type): Candidate => ({
      label: type.const,
      kind: 'value',
      body: literal(type.const, format),
      ...described(type),
    }),
  );
  const more = dataTypes.filter((name) => knownDataTypes.every((type) => type.const !== name));
  return [
    ...known,
    ...more.map(
      (name): Candidate => ({
        label: name,
        kind: 'value',
        body: literal(name, format),
        ...described(declared()),
      }),
    ),
  ];
}

function snippets(annotations: Annotations): Candidate[] {
  return (annotations.defaultSnippets ?? []).map(({ label, description, body }) => ({
    label: l10n.t(label),
    kind: 'snippet',
    detail: description && l10n.t(description),
    documentation: annotations.markdownDescription && l10n.t(annotations.markdownDescription),
    body,
  }));
}

function described({ title, markdownDescription }: Annotations) {
  return {
    detail: title && l10n.t(title),
    documentation: markdownDescription && l10n.t(markdownDescription),
  };
}

/** What is known of a name that is only declared. */
function declared(): Annotations {
  return { title: l10n.t('From the settings or the project file') };
}

function isPlainName(name: string): boolean {
  return /^[a-z_]\w*$/i.test(name);
}

function isDataType(kind: Kind, property: string): boolean {
  return kind === 'column' && property === 'dataType';
}

function inJson(candidate: Candidate, cursor: JsonCursor, text: string): CompletionItem {
  const { property, body } = candidate;
  const value = jsonSnippet(body);
  const written =
    property === undefined ? value : cursor.hasColon ? `"${property}"` : `"${property}": ${value}`;
  const before = cursor.needsCommaBefore ? ', ' : '';
  const after = cursor.needsCommaAfter && !cursor.hasColon ? ',' : '';
  const typed = text.slice(cursor.token.start, cursor.token.end);
  return item(
    candidate,
    `${before}${written}${after}`,
    cursor.token,
    typed.startsWith('"') ? `"${candidate.label}"` : undefined,
  );
}

function inYaml(candidate: Candidate, cursor: YamlCursor, text: string): CompletionItem {
  const { property, body } = candidate;
  const { indent, place, token } = cursor;
  const typed = text.slice(token.start, token.end);
  // A dash in a wrong column is replaced.
  const filterText = typed.includes('-') && cursor.needsDash ? typed + candidate.label : undefined;
  // A comment needs a space before it.
  const after = text[token.end] === '#' ? ' ' : '';
  const isBlock = typeof body === 'object' && body !== null;
  let written: string;
  if (property !== undefined && cursor.hasColon) written = property;
  else if (cursor.inFlow) written = property === undefined ? flow(body) : `${property}: ${flow(body)}`;
  else if (property !== undefined) written = yamlSnippet({ [property]: body }, indent);
  else if (place.at === 'value' && isBlock)
    // A list as the value of a key begins on the next line, with more indentation.
    return item(candidate, `\n${indent}  ${yamlSnippet(body, `${indent}  `)}`, token, undefined);
  else written = yamlSnippet(cursor.needsDash ? [body] : body, indent);
  return item(candidate, `${cursor.needsSpace ? ' ' : ''}${written}${after}`, token, filterText);
}

/** In braces and brackets YAML accepts JSON. */
function flow(body: unknown): string {
  return typeof body === 'object' ? flowSnippet(body) : String(body);
}

function item(
  candidate: Candidate,
  insertText: string,
  range: Span,
  filterText: string | undefined,
): CompletionItem {
  const { label, kind, detail, documentation } = candidate;
  return { label, kind, insertText, range, detail, documentation, filterText };
}
