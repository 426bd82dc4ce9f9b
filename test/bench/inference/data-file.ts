import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes at least `bytes` bytes of rows with ten columns of all data types. The content is the same in each run. */
export function writeDataFile(
  path: string,
  bytes: number,
  format: 'csv' | 'ndjson',
  rowsPerWrite = 5000,
): void {
  const random = randomNumbers();
  const file = openSync(path, 'w');
  try {
    let written = format === 'csv' ? writeSync(file, `${Object.keys(row(1, random)).join()}\n`) : 0;
    for (let id = 1; written < bytes; id += rowsPerWrite) {
      const rows = Array.from({ length: rowsPerWrite }, (_, index) => row(id + index, random));
      const lines = rows.map((each) => (format === 'csv' ? csvLine(each) : JSON.stringify(each)));
      written += writeSync(file, `${lines.join('\n')}\n`);
    }
  } finally {
    closeSync(file);
  }
}

type Random = (below: number) => number;

function row(id: number, random: Random) {
  const date = `${2010 + random(14)}-${pad(1 + random(12))}-${pad(1 + random(28))}`;
  const time = `${pad(random(24))}:${pad(random(60))}:${pad(random(60))}`;
  return {
    id,
    created: `${date}T${time}Z`,
    customer: `${words[random(words.length)]} ${words[random(words.length)]}`,
    amount: random(100_000) / 100,
    quantity: random(100),
    paid: random(2) === 1,
    country: ['DE', 'FR', 'US', 'NL'][random(4)] ?? '',
    comment: Array.from({ length: random(6) }, () => words[random(words.length)]).join(' '),
    latitude: (random(2 ** 32) / 2 ** 32) * 180 - 90,
    article: `A-${random(1_000_000)}`,
  };
}

const words = 'alpha beta gamma Berlin Hamburg München "quoted" north south order customer invoice'.split(
  ' ',
);

function csvLine(values: object): string {
  return Object.values(values)
    .map((value) =>
      String(value).includes('"') ? `"${String(value).replaceAll('"', '""')}"` : String(value),
    )
    .join();
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** A linear congruential generator with the constants of "Numerical Recipes". */
function randomNumbers(): Random {
  let state = 42;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
