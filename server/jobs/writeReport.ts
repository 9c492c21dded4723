import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ReportFormat } from '../../contract/entities/report.ts';
import { limits } from '../../contract/limits.ts';
import { fill, messages } from '../../contract/messages.ts';
import { isDiskFull } from '../db/diskFull.ts';
import type { StaleReads } from '../db/repositories/staleReads.ts';
import type { Store } from '../db/repositories/store.ts';
import { type ReportContent, readReportAccess, readReportContent } from '../domain/reports/content/index.ts';
import type { Clock } from '../domain/shared/clock.ts';
import { Problem } from '../domain/shared/problem.ts';
import { mediaTypes, slug } from './files.ts';
import type { Handler, Work } from './handler.ts';

const t = messages.reportRefusals;

/** The libraries are large, so they are loaded with the first report instead of at the start. */
async function* documentOf(format: ReportFormat, content: ReportContent, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (format === 'PDF') yield await (await import('../documents/reports/reportPdf.ts')).reportPdf(content, signal);
  else if (format === 'XLSX') yield* (await import('../documents/reports/reportXlsx.ts')).reportXlsx(content, signal);
  else yield* (await import('../documents/reports/reportCsv.ts')).reportCsv(content);
}

/** Stores the output in parts of equal size; a worker that lost the job writes none. */
const createPartWriter = (store: Pick<Store, 'transaction'>, reportId: number, checkpoint: Work['checkpoint']) => {
  const hash = createHash('sha256');
  let pendingBytes: Uint8Array[] = [];
  let [size, written, number] = [0, 0, 0];
  const flushPart = async (): Promise<void> => {
    const content = Buffer.concat(pendingBytes);
    pendingBytes = [];
    size = 0;
    hash.update(content);
    written += content.length;
    await store.transaction(async (tx) => {
      await checkpoint('writing', tx);
      if (number === 0) await tx.reportParts.clear(reportId);
      await tx.reportParts.add(reportId, number, content);
    });
    number += 1;
  };
  return {
    add: async (bytes: Uint8Array): Promise<void> => {
      // A document that arrives in one piece is split as well.
      for (let offset = 0; offset < bytes.length; offset += limits.reports.partBytes) {
        const chunk = bytes.subarray(offset, offset + limits.reports.partBytes);
        pendingBytes.push(chunk);
        size += chunk.length;
        if (size >= limits.reports.partBytes) await flushPart();
      }
    },
    end: async () => {
      if (size > 0 || number === 0) await flushPart();
      return { sha256: hash.digest('hex'), size_bytes: written };
    },
  };
};

type Stores = Pick<Store, 'transaction' | 'reports' | 'reportFigures' | 'quotaPeople' | 'config' | 'users' | 'marks' | 'settings'>;

/**
 * Writes a report with the data of this moment, or of a few seconds before if there is a replica; after a restart it starts again from the
 * first row.
 */
export const writeReport =
  (store: Stores, clock: Clock, staleReads?: StaleReads): Handler =>
  async (job, { signal, progress, checkpoint }) => {
    const report = await store.reports.byJob(job.id);
    if (!report) return null;
    const access = await readReportAccess(store, report);
    const replica = (await staleReads?.current()) ?? null;
    const reportFailure = (error: unknown): never => {
      if (replica && !signal.aborted && !(error instanceof Problem)) staleReads?.fail(error);
      throw error;
    };
    const content = await readReportContent(replica ?? store, report, access, clock()).catch(reportFailure);
    const readBatches = async function* () {
      try {
        yield* content.batches();
      } catch (error) {
        reportFailure(error);
      }
    };
    let rows = 0;
    const countedRows = async function* () {
      for await (const batch of readBatches()) {
        signal.throwIfAborted();
        rows += batch.length;
        if (report.format === 'XLSX' && rows > limits.reports.xlsxRows)
          throw new Problem(422, 'too_many_rows', fill(t.tooManyRows, { most: limits.reports.xlsxRows.toLocaleString('en-US') }));
        yield batch;
        await progress(rows, Math.max(rows, content.maxRows));
        // Gives other requests a turn.
        await setImmediate();
      }
    };
    const file = createPartWriter(store, report.id, checkpoint);
    try {
      for await (const bytes of documentOf(report.format, { ...content, batches: countedRows }, signal)) await file.add(bytes);
      const storedFile = await file.end();
      const file_name = `${slug(report.name)}.${report.format.toLowerCase()}`;
      const written = { ...storedFile, file_name, media_type: mediaTypes[report.format], row_count: rows };
      await store.transaction(async (tx) => {
        await checkpoint('writing', tx);
        await tx.reports.keepFile(report.id, { ...written, read_ids: content.ids === null ? null : [...content.ids] }, clock());
      });
    } catch (error) {
      if (isDiskFull(error)) throw new Problem(507, 'disk_full', t.diskFull);
      throw error;
    }
    return null;
  };
