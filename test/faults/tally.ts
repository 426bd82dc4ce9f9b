import type { CreatedDataset } from '../../src/local-gateway/dataset-endpoint.ts';
import type { JournalRecord } from '../../src/submission/journal/journal.ts';

/** What was seen at one point: what the journal says of one document, and what the gateway holds of it. */
export interface Observation {
  /** Such as `kill -9 at step 7`. */
  readonly point: string;
  readonly records: readonly JournalRecord[];
  readonly held: readonly Pick<CreatedDataset, 'id'>[];
  /** What the submitters told; absent where one of them was killed before it could. */
  readonly told?: readonly Told[];
}

export interface Told {
  readonly outcome: string;
  readonly datasetId?: string | undefined;
}

const mayBeThere = ['created', 'accepted', 'unknown'];

export interface Counts {
  points: number;
  lost: number;
  doubled: number;
  wronglyCreated: number;
  wronglyNotSent: number;
  /** Not a fault: how often nobody could know. */
  unknown: number;
}

/** Counts what was seen, and keeps a sentence for each fault. */
export class Tally {
  readonly #rows = new Map<string, Counts>();
  readonly faults: string[] = [];

  add(section: string, observation: Observation): void {
    const counts = this.#row(section);
    const { records, held, told } = observation;
    const outcomes = records.map(({ state }) => state.outcome);
    counts.points += 1;
    if (outcomes.includes('unknown')) counts.unknown += 1;

    // Whatever the gateway holds, the journal has an entry that says it may.
    if (held.length > outcomes.filter((outcome) => mayBeThere.includes(outcome)).length) {
      const denied = outcomes.some((outcome) => ['not-sent', 'cancelled', 'rejected'].includes(outcome));
      this.#fault(counts, denied ? 'wronglyNotSent' : 'lost', section, observation);
    }
    if (held.length > 1) this.#fault(counts, 'doubled', section, observation);
    const claims = [...records.map(({ state }) => state), ...(told ?? [])].filter(
      ({ outcome }) => outcome === 'created' || outcome === 'accepted',
    );
    for (const claim of claims) {
      const id = 'datasetId' in claim ? claim.datasetId : undefined;
      const isHeld = id === undefined ? held.length > 0 : held.some((dataset) => dataset.id === id);
      if (!isHeld) this.#fault(counts, 'wronglyCreated', section, observation);
    }
    if (told && held.length > told.filter(({ outcome }) => mayBeThere.includes(outcome)).length)
      this.#fault(counts, 'wronglyNotSent', section, observation);
    // All are over: what is in flight for ever is known to nobody.
    if (outcomes.includes('in-flight')) this.#fault(counts, 'lost', section, observation);
  }

  /** What it came to after the user settled and submitted again as told: exactly one. */
  addEnd(section: string, observation: Observation): void {
    const counts = this.#row(section);
    if (observation.held.length === 0) this.#fault(counts, 'lost', `${section}, in the end`, observation);
    if (observation.held.length > 1) this.#fault(counts, 'doubled', `${section}, in the end`, observation);
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
    { point, records, held, told }: Observation,
  ): void {
    counts[kind] += 1;
    const journal = JSON.stringify(records.map(({ state }) => state));
    this.faults.push(
      `${section}, ${point}: ${kind}. Journal: ${journal}. Gateway: ${JSON.stringify(held)}. Told: ${JSON.stringify(told)}`,
    );
  }
}

function newCounts(): Counts {
  return { points: 0, lost: 0, doubled: 0, wronglyCreated: 0, wronglyNotSent: 0, unknown: 0 };
}
