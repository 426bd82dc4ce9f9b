// Replaces `node:assert/strict` in tests that run in a browser. Contains only what these tests use.

interface Assert {
  ok(value: unknown, message?: string): asserts value;
  equal<Value>(actual: unknown, expected: Value, message?: string): asserts actual is Value;
  deepEqual<Value>(actual: unknown, expected: Value, message?: string): asserts actual is Value;
  match(actual: string, expected: RegExp, message?: string): void;
}

const assert: Assert = {
  ok(value, message = 'The value is falsy.') {
    if (!value) throw new Error(message);
  },
  equal(actual, expected, message) {
    if (!Object.is(actual, expected)) throw difference(actual, expected, message);
  },
  deepEqual(actual, expected, message) {
    if (!isDeepEqual(actual, expected)) throw difference(actual, expected, message);
  },
  match(actual, expected, message) {
    if (!expected.test(actual)) throw difference(actual, String(expected), message);
  },
};

export default assert;

/** Compares the prototypes and the own enumerable properties of objects, as `assert.deepStrictEqual` does. */
function isDeepEqual(actual: unknown, expected: unknown): boolean {
  if (Object.is(actual, expected)) return true;
  if (!isObject(actual) || !isObject(expected)) return false;
  if (Object.getPrototypeOf(actual) !== Object.getPrototypeOf(expected)) return false;
  const keys = Object.keys(actual);
  return (
    keys.length === Object.keys(expected).length &&
    keys.every((key) => Object.hasOwn(expected, key) && isDeepEqual(actual[key], expected[key]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Mocha shows a diff of `actual` and `expected`. */
function difference(actual: unknown, expected: unknown, message = 'The values differ.'): Error {
  return Object.assign(
    new Error(`${message} ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`),
    {
      actual,
      expected,
    },
  );
}
