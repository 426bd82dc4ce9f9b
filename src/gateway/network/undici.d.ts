/**
 * The parts of undici that are used. Its main module also loads `fetch`, caches and test doubles, which doubles the bundle
 * and requires a newer Node.js than the command line does.
 */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export default buildConnector;
}
