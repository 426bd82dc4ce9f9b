import assert from 'node:assert/strict';
import type { FromDataPage } from '../../../src/data-view/data-messages.ts';
import { sent, Uri } from './fake-vscode.ts';

const { askOnDataPage } = await import('../../../src/editor/from-data/data-page.ts');
type Arguments = Parameters<typeof askOnDataPage>;
type Files = Arguments[1];

describe('The page of data files', () => {
  it('accepts the data as it was chosen last, also if it is read only then', async () => {
    const filesOf = (name: string) => {
      const column = { name: 'x', type: 'string', head: [], examples: [], notes: [] };
      const table = { name, source: 'a.csv', format: 'csv', rows: 1, columns: [column], notes: [] };
      return { tables: [table], merged: undefined, namesTables: false, failures: [], schemas: [] };
    };
    const answers: ((name: string | undefined) => void)[] = [];
    const read = () => new Promise<string | undefined>((resolve) => answers.push(resolve));
    const judgement = { kind: 'judged', settings: { rules: {}, dataTypes: [] } };
    const host = {
      extensionUri: new Uri('/extension'),
      settings: {
        judge: async () => judgement,
        validation: async () => judgement.settings,
        newProjectFile: async () => undefined,
      },
    } as unknown as Arguments[0];
    const question = {
      title: 'a.csv',
      accept: 'Check',
      formats: [],
      selectsColumns: false,
      viewColumn: 1,
      dataset: new Uri('/r/a.dataset.json'),
    } as unknown as Arguments[3];
    const readFiles = async () => {
      const name = await read();
      return name === undefined ? undefined : (filesOf(name) as unknown as Files);
    };
    const result = askOnDataPage(host, filesOf('first') as unknown as Files, readFiles, question);
    const settled = () => new Promise((resolve) => setTimeout(resolve, 10));
    await settled();
    const send = async (message: FromDataPage) => {
      sent.fire(message);
      await settled();
    };
    await send({ kind: 'read', reading: { delimiter: ';' }, isMerged: false });
    await send({ kind: 'accept', answer: { format: undefined, decimalType: '', without: [] } });
    await send({ kind: 'read', reading: { delimiter: '|' }, isMerged: false });
    answers[0]?.(undefined);
    await settled();
    answers[1]?.('second');
    const accepted = await result;
    assert.deepEqual(
      [accepted?.reading, accepted?.tables.map(({ name }) => name)],
      [{ delimiter: '|' }, ['second']],
    );
  });
});
