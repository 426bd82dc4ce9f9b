/** What a file is: a dataset file, one that the project file excludes, or another file. */
type Kind = 'dataset' | 'excluded' | 'other';

/** The project file that the table is about. */
export const projectFile = '{ "exclude": ["**/archive/**"] }';

/** The content of each file, with one problem as a dataset, and none as JSON or YAML: `wrong-type`. */
export const content =
  '{ "name": 7, "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }\n';

/** Files below a folder with the project file, and what they are, whoever asks. */
export const files: readonly (readonly [path: string, kind: Kind])[] = [
  ['a.dataset.json', 'dataset'],
  ['b.dataset.yaml', 'dataset'],
  ['c.dataset.yml', 'dataset'],
  ['Upper.Dataset.JSON', 'dataset'],
  ['LOUD.DATASET.YML', 'dataset'],
  ['sub/d.dataset.json', 'dataset'],
  ['sub/deep/e.dataset.YAML', 'dataset'],
  ['with space/f g.dataset.json', 'dataset'],
  ['ünï/ö.dataset.json', 'dataset'],
  ['x.y.z.dataset.json', 'dataset'],
  ['folder.dataset.json/inside.dataset.yml', 'dataset'],
  ['archive/h.dataset.json', 'excluded'],
  ['archive/i.dataset.yml', 'excluded'],
  ['sub/Archive/j.Dataset.json', 'excluded'],
  ['sub/archive/deep/k.dataset.yaml', 'excluded'],
  ['l.json', 'other'],
  ['m.yaml', 'other'],
  ['package.json', 'other'],
  ['dataset.json', 'other'],
  ['ndataset.json', 'other'],
  ['o.dataset.jsonc', 'other'],
  ['p.dataset.json.bak', 'other'],
  ['q.dataset.txt', 'other'],
  ['r.dataset.xml', 'other'],
  ['s.dataset', 'other'],
  ['t.datasets.json', 'other'],
  ['sub/u.csv', 'other'],
  ['folder.dataset.json/v.json', 'other'],
  ['archive/w.json', 'other'],
  ['node_modules/x.dataset.json', 'other'],
];

/** The paths of the files of a kind, sorted. */
export function filesOf(kind: Kind): string[] {
  return files.flatMap(([path, each]) => (each === kind ? [path] : [])).sort();
}
