import { createHash } from 'node:crypto';
import type { JobFile } from '../db/repositories/jobs/jobs.ts';
import type { Store } from '../db/repositories/store.ts';
import type { LogoPicture } from '../documents/logoBand.ts';
import type { Clock } from '../domain/shared/clock.ts';
import { type ReadProof, readProof } from '../domain/statements/readProof.ts';
import { checkStatement } from '../domain/statements/statementCheck.ts';
import { readStatementContent, type StatementContent, type StatementStore } from '../domain/statements/statementContent.ts';
import { statementFiguresOf } from '../domain/statements/statementFigures.ts';
import { requestOf, type StatementRequest } from '../domain/statements/statementRequests.ts';
import { mediaTypes, slug } from './files.ts';
import type { Handler } from './handler.ts';

/** The libraries are large, so they are loaded with the first statement instead of at the start. */
const writeDocument = async (
  format: Exclude<StatementRequest['format'], 'HTML'>,
  content: StatementContent,
  proof: ReadProof,
  logo: LogoPicture | null,
  signal: AbortSignal,
): Promise<Buffer> => {
  if (format === 'PDF') return (await import('../documents/statementPdf.ts')).statementPdf(content, proof, signal, logo);
  if (format === 'XLSX') return (await import('../documents/statementXlsx.ts')).statementXlsx(content, signal);
  return (await import('../documents/statementCsv.ts')).statementCsv(content);
};

type Deps = StatementStore & Pick<Store, 'logo' | 'periods' | 'records' | 'statementRoots'>;

/** The file of a statement as of a moment. */
export const statementFileOf = async (
  store: Deps,
  { user_id, user_name, format, ...range }: StatementRequest,
  now: Date,
  signal: AbortSignal,
): Promise<JobFile> => {
  const statement = await readStatementContent(store, user_id, range, now);
  const proof = await readProof(store, user_id, range, statement);
  const figures = async () =>
    'figures' in proof ? proof.figures : statementFiguresOf(statement, await checkStatement(store, user_id, range));
  const content =
    format === 'HTML'
      ? await (await import('../documents/statementHtml.ts')).statementHtml(statement, await figures(), proof)
      : await writeDocument(format, statement, proof, await store.logo.read(), signal);
  return {
    name: `commission-statement-${slug(user_name)}-${range.start_date}-to-${range.end_date}.${format.toLowerCase()}`,
    mediaType: mediaTypes[format],
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
  };
};

/** Writes a commission statement with the data of this moment, not of its request. */
export const writeStatement =
  (store: Deps, clock: Clock): Handler =>
  (job, { signal }) =>
    statementFileOf(store, requestOf(job), clock(), signal);
