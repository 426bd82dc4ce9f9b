const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

// Instead of the package @vscode/spdlog, which would have to be compiled: as much of it as VS Code calls. Writes at once, so that the
// logs of a test that fails are complete.
exports.setFlushOn = () => {};

exports.createAsyncRotatingLogger = async (_name, path) => {
  mkdirSync(dirname(path), { recursive: true });
  let format = (level, message) => `${localTime()} [${level}] ${message}\n`;
  const writer = (level) => (message) => appendFileSync(path, format(level, message));
  const ignore = () => {};
  return {
    ...{ trace: writer('trace'), debug: writer('debug'), info: writer('info') },
    ...{ warn: writer('warning'), error: writer('error'), critical: writer('critical') },
    ...{ setPattern: ignore, setLevel: ignore, flush: ignore, drop: ignore },
    clearFormatters: () => {
      format = (_level, message) => message;
    },
  };
};

/** Such as `2026-11-28 10:45:00.123`. */
function localTime() {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().replace('T', ' ').slice(0, -1);
}
