import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SubmissionStore } from '../../../src/editor/studio/submission-store.ts';

describe('SubmissionStore', () => {
  let folder: string;
  let store: SubmissionStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'submission-store-'));
    store = new SubmissionStore(vscode.Uri.file(folder), () => undefined);
  });

  afterEach(async () => {
    store.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('ends a refresh while the journal keeps changing', async () => {
    const { journal } = store;
    const list = journal.list.bind(journal);
    let readings = 0;
    // Another window runs a batch: each reading overlaps with a change.
    journal.list = async () => {
      const listing = await list();
      readings += 1;
      if (readings < 5) void store.refresh();
      return listing;
    };
    await store.refresh();
    assert.equal(readings, 1);
  });
});
