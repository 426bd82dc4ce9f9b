import { itemsOf } from '../dataset/dataset.ts';
import { dataTypeNames, type Kind, schemaOf } from '../dataset/rules/schema.ts';
import { isRecord } from '../text/is-record.ts';

/** The text of a new project file for datasets, whose values can be of any kind: it declares what they use. */
export function newProjectFile(datasets: readonly unknown[]): string {
  const dataTypes = new Set<string>();
  const properties: Record<Kind, Set<string>> = { dataset: new Set(), table: new Set(), column: new Set() };
  const collect = (kind: Kind, value: unknown) => {
    for (const name of Object.keys(isRecord(value) ? value : {}))
      if (name !== '$schema' && !Object.hasOwn(schemaOf[kind].properties, name)) properties[kind].add(name);
  };
  const known = new Set(dataTypeNames([]));
  for (const dataset of datasets) {
    collect('dataset', dataset);
    for (const table of itemsOf(dataset, 'tables')) {
      collect('table', table);
      for (const column of itemsOf(table, 'columns')) {
        collect('column', column);
        if (isRecord(column) && typeof column.dataType === 'string' && !known.has(column.dataType))
          dataTypes.add(column.dataType);
      }
    }
  }
  const list = (names: ReadonlySet<string>) =>
    `[${[...names]
      .sort()
      .map((name) => JSON.stringify(name))
      .join(', ')}]`;
  const kinds = Object.entries(properties).map(([kind, names]) => `    "${kind}": ${list(names)}`);
  return `// What your team agrees on for dataset files: in VS Code, on the command line, for agents, and in pipelines.
{
  // Globs of the files that are not dataset files. They have no problems.
  "exclude": ["**/node_modules/**"],

  // What your service knows in addition to the specification.
  "dataTypes": ${list(dataTypes)},
  "properties": {
${kinds.join(',\n')}
  },

  // Severities: "off", "hint", "info", "warning", or "error".
  "rules": {},

  // How names look, for example "column": { "style": "PascalCase" }.
  "names": {}
}
`;
}
