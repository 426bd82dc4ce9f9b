/**
 * The parts of undici that we use. Its main module also loads `fetch`, caches and test doubles: that doubles the
 * bundle, and needs a newer Node.js than the command line does.
 */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export default buildConnector;
}
