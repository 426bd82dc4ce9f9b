import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { type Problem, syntaxProblem } from '../../../src/dataset/problem.ts';
import { closeAll, keepDiagnostics, type OpenDocument, Uri, workspace } from './fake-vscode.ts';

type Studio = Parameters<typeof keepDiagnostics>[0];
type Problems = Parameters<typeof keepDiagnostics>[1];

/** A text with the character that VS Code shows for bytes that are not UTF-8. */
const text = '{ "name": "\ufffd" }';
const bytes = Buffer.from(text.replace('\ufffd', '\xe9'), 'latin1');

const found = syntaxProblem('found in the text');

/** An open document, and what is shown of it. What the check waits for can be decided by `whileChecking` and `whileReading`. */
async function check(
  document: { version: number; isClosed: boolean; isDirty: boolean },
  whileChecking: () => void = () => undefined,
  whileReading: () => void = () => undefined,
): Promise<readonly string[] | undefined> {
  let shown: readonly string[] | undefined;
  const studio = {
    settings: {
      isValidationEnabled: () => true,
      judge: async () => ({ kind: 'judged', settings: {} }),
      projects: { onDidChange: () => ({ dispose: () => undefined }) },
    },
    checks: {
      problems: async () => {
        whileChecking();
        return [found];
      },
    },
    files: {
      read: async () => {
        whileReading();
        return { ok: true, value: bytes };
      },
    },
  } as unknown as Studio;
  const problems = {
    set: (_: unknown, all: readonly Problem[]) => {
      shown = all.map(({ message }) => message);
    },
    delete: () => undefined,
    flush: () => undefined,
  } as unknown as Problems;
  const diagnostics = await keepDiagnostics(studio, problems);
  const properties = { uri: new Uri('/r/a.dataset.json'), languageId: 'dataset-json', encoding: 'utf8' };
  await diagnostics.checked(
    Object.assign(document, properties, { getText: () => text }) as unknown as vscode.TextDocument,
  );
  diagnostics.dispose();
  return shown;
}

const open = () => ({ version: 1, isClosed: false, isDirty: false });

describe('The problems of an open document', () => {
  it('are those of its text and of the bytes of its file', async () => {
    const shown = await check(open());
    assert.equal(shown?.length, 2);
    assert.match(shown?.[0] ?? '', /0xe9/);
    assert.equal(shown?.[1], found.message);
  });

  it('are not those of the bytes that its file will no longer have, while it is unsaved', async () => {
    assert.deepEqual(await check({ ...open(), isDirty: true }), [found.message]);
  });

  it('are not shown if the document has changed or closed since they were looked for', async () => {
    const changed = open();
    assert.equal(await check(changed, () => changed.version++), undefined);
    const changedLater = open();
    const change = () => changedLater.version++;
    assert.equal(await check(changedLater, undefined, change), undefined);
    const closed = open();
    const close = () => {
      closed.isClosed = true;
    };
    assert.equal(await check(closed, close), undefined);
  });

  it('are those by the latest settings, whichever check ends last', async () => {
    const document = Object.assign(open(), {
      uri: new Uri('/r/a.dataset.json'),
      languageId: 'dataset-json',
      encoding: 'utf8',
      text: '{}',
      getText: () => '{}',
    });
    const steps: string[] = [];
    let endFirst: (found: readonly Problem[]) => void = () => undefined;
    const first = new Promise<readonly Problem[]>((resolve) => {
      endFirst = resolve;
    });
    let isEnabled = true;
    let onChange: () => void = () => undefined;
    const studio = {
      settings: {
        isValidationEnabled: () => isEnabled,
        judge: async () => ({ kind: 'judged', settings: {} }),
        projects: {
          onDidChange: (listener: () => void) => {
            onChange = listener;
            return { dispose: () => undefined };
          },
        },
      },
      checks: { problems: () => first },
    } as unknown as Studio;
    const problems = {
      set: () => steps.push('set'),
      delete: () => steps.push('delete'),
      flush: () => undefined,
    } as unknown as Problems;
    workspace.textDocuments.push(document satisfies OpenDocument);
    const diagnostics = await keepDiagnostics(studio, problems);
    const checked = diagnostics.checked(document as unknown as vscode.TextDocument);
    await Promise.resolve();
    isEnabled = false;
    onChange();
    endFirst([found]);
    await checked;
    assert.deepEqual(steps, ['delete']);
    diagnostics.dispose();
    closeAll();
  });
});
