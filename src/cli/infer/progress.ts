import * as l10n from '@vscode/l10n';
import type { ReadingProgress } from '../../inference/source.ts';
import { plainText } from '../../text/plain-text.ts';
import type { Terminal } from '../terminal.ts';

/** Milliseconds between two changes of the line. */
const interval = 100;

/** Shows on a terminal how far a file is read. */
export class ProgressLine {
  readonly #terminal: Terminal;
  #shown = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show({ source: { label, size }, bytes }: ReadingProgress): void {
    const now = performance.now();
    if (this.#terminal.status === undefined || now - this.#shown < interval) return;
    this.#shown = now;
    const file = plainText(label, 60);
    const megabytes = Math.floor(bytes / 1_000_000);
    this.#terminal.status(
      size === undefined
        ? l10n.t('Reading {0}: {1} MB', file, megabytes)
        : l10n.t('Reading {0}: {1} MB of {2} MB', file, megabytes, Math.ceil(size / 1_000_000)),
    );
  }

  clear(): void {
    if (this.#shown > 0) this.#terminal.status?.('');
    this.#shown = 0;
  }
}
