/** The response of an endpoint. `body` is sent as JSON. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An error in the format of an API gateway. */
export function problem(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: { statusCode: status, message } };
}
