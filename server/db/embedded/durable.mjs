/**
 * PGlite as shipped starts with fsync off and its file layer has none, so a commit survives a killed process but not a
 * power cut. Three changes make every commit reach the disk: no -F, an fsync for NODEFS, and wal_sync_method=fsync
 * (fdatasync is a no-op in Emscripten). It patches an internal object: the version is pinned and a test counts fsyncs.
 */
import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { bytes, parsers } from './values.mjs';

/** Number of fsyncs since this thread started. */
export const fsyncs = { count: 0 };

class DurableNodeFS extends NodeFS {
  /** @override */
  async init(pg, options) {
    const initOptions = await super.init(pg, options);
    initOptions.emscriptenOpts.preRun.push((module) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) {
          fs.fsyncSync(stream.nfd);
          fsyncs.count += 1;
        }
        return 0;
      };
    });
    return initOptions;
  }
}

/**
 * Opens the data directory, running initdb first if it is empty.
 * @param {string} directory
 * @returns {Promise<PGlite>}
 */
export const openDurable = (directory) =>
  PGlite.create({
    fs: new DurableNodeFS(directory),
    parsers: { ...parsers, [bytes.oid]: bytes.parse },
    serializers: { [bytes.oid]: bytes.serialize },
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB', '-c', 'timezone=UTC', '-c', 'datestyle=ISO'],
    ],
  });
