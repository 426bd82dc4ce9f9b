import type { CreatedDataset } from '../../src/local-gateway/endpoints.ts';
import type { JournalRecord } from '../../src/submission/journal/journal.ts';
import { createdId } from '../../src/submission/recorded-outcome.ts';
import type { SubmissionOutcome } from '../../src/submission/submit.ts';

/** The state after one fault: the journal's records of one document, and its datasets at the gateway. */
export interface Observation {
  /** Such as `kill -9 at step 7`. */
  readonly point: string;
  readonly records: readonly JournalRecord[];
  readonly datasets: readonly Pick<CreatedDataset, 'id'>[];
  /** The outcomes that the submitters reported. Absent if one of them was killed before it could report. */
  readonly reported?: readonly ReportedOutcome[];
}

export interface ReportedOutcome {
  readonly kind: string;
  readonly datasetId?: string | undefined;
}

export function reportedOutcome(outcome: SubmissionOutcome): ReportedOutcome {
  return { kind: outcome.kind, datasetId: createdId(outcome) };
}

const possiblyCreated = ['created', 'accepted', 'unknown'];

export interface Counts {
  points: number;
  lost: number;
  doubled: number;
  wronglyCreated: number;
  wronglyNotSent: number;
  /** How often the outcome could not be known. This is not an error. */
  unknown: number;
}

/** Counts observations, and describes each error. */
export class Tally {
  readonly #rows = new Map<string, Counts>();
  readonly faults: string[] = [];

  add(section: string, observation: Observation): void {
    const counts = this.#row(section);
    const { records, datasets, reported } = observation;
    const outcomes = records.map(({ state }) => state.kind);
    counts.points += 1;
    if (outcomes.includes('unknown')) counts.unknown += 1;

    // For each dataset at the gateway, the journal has an entry whose outcome allows it.
    if (datasets.length > outcomes.filter((outcome) => possiblyCreated.includes(outcome)).length) {
      const denied = outcomes.some((outcome) => ['not-sent', 'cancelled', 'rejected'].includes(outcome));
      this.#fault(counts, denied ? 'wronglyNotSent' : 'lost', section, observation);
    }
    if (datasets.length > 1) this.#fault(counts, 'doubled', section, observation);
    const claims = [...records.map(({ state }) => state), ...(reported ?? [])].filter(
      ({ kind }) => kind === 'created' || kind === 'accepted',
    );
    for (const claim of claims) {
      const id = 'datasetId' in claim ? claim.datasetId : undefined;
      const exists = id === undefined ? datasets.length > 0 : datasets.some((dataset) => dataset.id === id);
      if (!exists) this.#fault(counts, 'wronglyCreated', section, observation);
    }
    if (reported && datasets.length > reported.filter(({ kind }) => possiblyCreated.includes(kind)).length)
      this.#fault(counts, 'wronglyNotSent', section, observation);
    // All submissions have ended, so none can be in flight.
    if (outcomes.includes('in-flight')) this.#fault(counts, 'lost', section, observation);
  }

  /** The state after the user settled and submitted again: exactly one dataset is expected. */
  addEnd(section: string, observation: Observation): void {
    const counts = this.#row(section);
    if (observation.datasets.length === 0) this.#fault(counts, 'lost', `${section}, in the end`, observation);
    if (observation.datasets.length > 1)
      this.#fault(counts, 'doubled', `${section}, in the end`, observation);
  }

  get total(): Counts {
    const total = newCounts();
    for (const row of this.#rows.values())
      for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += row[key];
    return total;
  }

  /** A table for the terminal. */
  toString(): string {
    const head = [
      '',
      'points tried',
      'lost',
      'doubled without consent',
      'wrongly called created',
      'wrongly called not-sent',
      '(unknown)',
    ];
    const rows = [...this.#rows, ['total', this.total] as const].map(([name, row]) => [
      name,
      ...[row.points, row.lost, row.doubled, row.wronglyCreated, row.wronglyNotSent, row.unknown].map(String),
    ]);
    const widths = head.map((_, column) =>
      Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
    );
    const line = (row: readonly string[]) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ');
    return [head, ...rows].map(line).join('\n');
  }

  #row(section: string): Counts {
    const row = this.#rows.get(section) ?? newCounts();
    this.#rows.set(section, row);
    return row;
  }

  #fault(
    counts: Counts,
    kind: keyof Counts,
    section: string,
    { point, records, datasets, reported }: Observation,
  ): void {
    counts[kind] += 1;
    const journal = JSON.stringify(records.map(({ state }) => state));
    this.faults.push(
      `${section}, ${point}: ${kind}. Journal: ${journal}. Gateway: ${JSON.stringify(datasets)}. Reported: ${JSON.stringify(reported)}`,
    );
  }
}

function newCounts(): Counts {
  return { points: 0, lost: 0, doubled: 0, wronglyCreated: 0, wronglyNotSent: 0, unknown: 0 };
}
