import {
  type ImportAnswers,
  type ImportBody,
  type ImportDetail,
  type ImportFate,
  importBadges,
  type MappingBody,
  type QuarantineBody,
  type RetryBody,
} from '../../../contract/entities/import.ts';
import { sellerRoles } from '../../../contract/entities/user.ts';
import type { ImportEvent } from '../../../contract/lifecycles/importRun.ts';
import { limits } from '../../../contract/limits.ts';
import { importProblems, importRefusals as text } from '../../../contract/messages/importProblems.ts';
import { fill } from '../../../contract/messages.ts';
import { normalizeHeader } from '../../../contract/rules/imports/fields.ts';
import { layoutsFor } from '../../../contract/rules/imports/layouts/index.ts';
import { mappingErrors } from '../../../contract/rules/imports/mapping.ts';
import { sizeText } from '../../../contract/rules/text.ts';
import { skipIfDiskFull } from '../../db/diskFull.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { ImportChange, ImportRunRow } from '../../db/repositories/imports/importRuns.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { applyApproval } from '../facts/ownPay.ts';
import { proposable } from '../facts/proposable.ts';
import type { Principal } from '../session/principal.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';
import type { ImportRequest } from './deciding/index.ts';
import { questionCodes, readWaitingQuestions } from './findings.ts';
import { importDetailOf } from './importView.ts';
import { rememberNames } from './names.ts';
import { measureUndo } from './ownUndo.ts';
import { IMPORT_JOB, importStateAfter } from './processImport.ts';
import { countsOf } from './runImport.ts';
import { readUndoRefusal } from './undoImport.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
/** The user making the request, and its origin. */
export type ImportRequester = Readonly<{ principal: Principal; origin: Origin }>;

const { maxBytes, partBytes } = limits.imports;
const UNIQUE_VIOLATION = '23505';

export const importTooLarge = (): Problem => new Problem(413, 'too_large', fill(text.tooLarge, { most: sizeText(maxBytes) }));
export const partTooLargeProblem = (): Problem => new Problem(413, 'too_large', fill(text.partTooLarge, { most: sizeText(partBytes) }));
const busyProblem = (): Problem => new Problem(409, 'import_busy', text.busy);
const wrongStepProblem = ({ state }: ImportRunRow): Problem =>
  new Problem(409, 'import_step', fill(text.step, { state: importBadges[state].label.toLowerCase() }));

export const findImportRun = async ({ store }: Pick<Deps, 'store'>, id: number | null): Promise<ImportRunRow> => {
  await skipIfDiskFull(store.importRuns.endLost(importProblems.failed, importProblems.readingLost));
  const run = id === null ? undefined : await store.importRuns.byId(id);
  if (!run) throw notFoundProblem('import');
  return run;
};

/** @throws Problem 404 */
export const findImport = async (deps: Pick<Deps, 'store'>, id: number | null): Promise<ImportDetail> => {
  const run = await findImportRun(deps, id);
  const mayUndo = importStateAfter(run, 'undo') !== null;
  const hasQuestions = run.started_at !== null && run.dropped_at === null;
  const questions = hasQuestions ? await readWaitingQuestions(deps.store, run.id) : run.questions;
  return importDetailOf({ ...run, questions }, mayUndo ? await readUndoRefusal(deps.store, { runId: run.id }) : null);
};

/** Creates an import for a file uploaded in parts. @throws Problem 413, 422 if it is empty */
export const createImport = async (
  deps: Deps,
  { principal }: ImportRequester,
  { kind, file_name, size }: ImportBody,
): Promise<ImportDetail> => {
  if (size > maxBytes) throw importTooLarge();
  if (size === 0) throw formProblem({ size: importProblems.empty });
  const id = await deps.store.transaction(async ({ importRuns }) => {
    const connection_id = await importRuns.connection();
    const run = { connection_id, kind, title: file_name, size_bytes: size, created_by: principal.userId, counts: {} };
    return importRuns.add({ ...run, created_at: deps.clock().toISOString() });
  });
  return findImport(deps, id);
};

const partSize = (size: number, part: number): number => Math.min(partBytes, size - part * partBytes);

/** Saves one part; repeating it has no effect. @throws Problem 404, 409, 413, 422 if it does not fit the file's size */
export const savePart = async ({ store }: Deps, id: number | null, part: number, content: Uint8Array): Promise<void> => {
  if (content.length > partBytes) throw partTooLargeProblem();
  await store.transaction(async (tx) => {
    const run = id === null ? undefined : await tx.importRuns.lock(id);
    if (!run) throw notFoundProblem('import');
    if (run.state !== 'uploading') throw wrongStepProblem(run);
    if (part * partBytes >= run.size_bytes || content.length !== partSize(run.size_bytes, part))
      throw formProblem({ part: text.partUnexpected });
    await tx.importRows.keepPart(run.id, part, content);
    await tx.importRuns.changeReading(run.id, { uploaded_bytes: await tx.importRows.uploaded(run.id) });
  });
};

/** Moves the run by an event and queues its job; `relatedChanges` makes related changes in the same transaction. */
const advance = async (
  deps: Deps,
  { principal, origin }: ImportRequester,
  id: number | null,
  type: ImportEvent['type'],
  relatedChanges: (tx: Repositories, run: ImportRunRow) => Promise<ImportChange | undefined> = async () => undefined,
): Promise<ImportDetail> => {
  await findImportRun(deps, id);
  const work = deps.store.transaction(async (tx) => {
    const run = id === null ? undefined : await tx.importRuns.lock(id);
    if (!run) throw notFoundProblem('import');
    const state = importStateAfter(run, type);
    if (state === null) throw wrongStepProblem(run);
    const at = deps.clock();
    const request: ImportRequest = { run_id: run.id, actor_id: principal.userId, network: origin.network, request_id: origin.requestId };
    const change = await relatedChanges(tx, run);
    const job = { kind: IMPORT_JOB, key: String(run.id), payload: request, createdBy: principal.userId, again: true };
    const queued = type === 'cancel' ? null : await tx.jobs.addKeyed(job, at);
    await tx.importRuns.change(run.id, { state, error: null, ...(queued ? { job_id: queued.job.id } : {}), ...change });
    const entry = { actorId: principal.userId, action: `import.${type.replace('.', '_')}`, entity: 'import', entityId: String(run.id) };
    if (['start', 'cancel', 'retry', 'undo'].includes(type)) await tx.audit.write({ ...entry, after: { title: run.title } }, origin, at);
  });
  await work.catch((error: { code?: string }) => {
    throw error.code === UNIQUE_VIOLATION ? busyProblem() : error;
  });
  return findImport(deps, id);
};

/** @throws Problem 404, 409, 422 if parts are missing */
export const endUpload = (deps: Deps, asker: ImportRequester, id: number | null): Promise<ImportDetail> =>
  advance(deps, asker, id, 'upload.ended', async (_within, { uploaded_bytes: uploaded, size_bytes: size }) => {
    if (uploaded !== size) throw formProblem({ size: fill(text.notAll, { uploaded, size }) });
    return undefined;
  });

/**
 * Sets the layout and columns, remembers them for files of this shape, saves the answers, and queues a preview.
 * @throws Problem 404, 409 also while no possible sellers are known, 422 by field
 */
export const mapImport = (deps: Deps, asker: ImportRequester, id: number | null, body: MappingBody): Promise<ImportDetail> =>
  advance(deps, asker, id, 'map', async (tx, run) => {
    const { mapping, layout = run.layout, choices = run.choices, names = {} } = body;
    if (!layoutsFor(run.kind).includes(layout)) throw formProblem({ layout: text.layoutKind });
    const errors = mappingErrors(run.kind, run.columns, mapping, choices);
    if (Object.keys(errors).length > 0) throw formProblem(errors);
    if (mapping.salesperson && !(await tx.users.known()).some(({ role }) => sellerRoles.includes(role)))
      throw new Problem(409, 'people_first', text.peopleFirst);
    await rememberNames(tx, asker, names, deps.clock());
    await tx.importRuns.changeReading(run.id, { layout, mapping, choices, questions: [], notes: [], people: [], more_people: 0 });
    if (run.shape !== null)
      await tx.importRuns.rememberMapping(run.kind, run.shape, { mapping, layout }, asker.principal.userId, deps.clock());
    return { counts: { rows: run.counts.rows ?? 0 } };
  });

/** @throws Problem 404, 409 import_step, import_busy */
export const startImport = (deps: Deps, asker: ImportRequester, id: number | null): Promise<ImportDetail> =>
  advance(deps, asker, id, 'start', async (_within, run) => ({ counts: countsOf({ rows: run.counts.rows ?? 0 }) }));

export const cancelImport = (deps: Deps, asker: ImportRequester, id: number | null): Promise<ImportDetail> =>
  advance(deps, asker, id, 'cancel', async () => ({ finished_at: deps.clock().toISOString() }));

/** Resumes a stopped run. @throws Problem 404, 409 */
export const resumeImport = (deps: Deps, asker: ImportRequester, id: number | null): Promise<ImportDetail> =>
  advance(deps, asker, id, 'retry', async () => ({ finished_at: null }));

/** The command behind an undo that needs approval. */
export const undoImportRun = proposable(
  'import.undo',
  async (deps: Deps & Pick<Services, 'nudge'>, principal: Principal, id: number | null, origin: Origin): Promise<ImportDetail> => {
    const run = await findImportRun(deps, id);
    const own = importStateAfter(run, 'undo') === null ? undefined : await measureUndo(deps, { principal, origin }, run);
    const detail = await advance(deps, { principal, origin }, id, 'undo', async (tx, now) => {
      const refusal = await readUndoRefusal(tx, { runId: now.id });
      if (refusal !== null) throw new Problem(409, 'undo_refused', refusal);
      const { approval } = principal;
      const at = deps.clock();
      const entries = approval ? await applyApproval(tx, { principal, at }, approval, own?.gain) : (own?.entries ?? []);
      await tx.audit.writeAll(entries, origin, at);
      return { finished_at: null };
    });
    deps.nudge?.();
    return detail;
  },
);

/** @throws Problem 202 waiting_for_approval, 404, 409 import_step, import_busy, and undo_refused with the reason */
export const undoImport = (
  deps: Deps & Pick<Services, 'nudge'>,
  { principal, origin }: ImportRequester,
  id: number | null,
): Promise<ImportDetail> => undoImportRun(deps, principal, id, origin);

/** Deletes an import that wrote nothing. @throws Problem 404, 409 */
export const dropImport = async ({ store }: Deps, id: number | null): Promise<void> =>
  store.transaction(async ({ importRuns }) => {
    const run = id === null ? undefined : await importRuns.lock(id);
    if (!run) throw notFoundProblem('import');
    if (importStateAfter(run, 'drop') === null) throw wrongStepProblem(run);
    await importRuns.remove(run.id);
  });

const idsIn = ({ ids }: QuarantineBody): number[] | null => ids?.flatMap((id) => rowId(id) ?? []) ?? null;

/** Saves what texts in a file mean: states and types for this run, names for the whole company. @returns the changed answers */
const saveAnswers = async (
  tx: Repositories,
  asker: ImportRequester,
  { id, choices }: ImportRunRow,
  { states = {}, types = {}, names = {} }: ImportAnswers,
  at: Date,
): Promise<ChangedAnswers> => {
  await rememberNames(tx, asker, names, at);
  const after = { states: { ...choices.states, ...states }, types: { ...choices.types, ...types } };
  await tx.importRuns.changeReading(id, { choices: { ...choices, ...after } });
  const subject = { actorId: asker.principal.userId, action: 'import.answered', entity: 'import', entityId: String(id) };
  const before = { states: choices.states ?? {}, types: choices.types ?? {} };
  if (Object.keys({ ...states, ...types }).length > 0) await tx.audit.write({ ...subject, before, after }, asker.origin, at);
  const isChanged = (was: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) => (text: string) =>
    was[text] !== undefined && was[text] !== now[text];
  return {
    status: Object.keys(states).filter(isChanged(before.states, after.states)),
    type: Object.keys(types).filter(isChanged(before.types, after.types)),
  };
};

/** Texts with a changed answer, normalized, by column. */
type ChangedAnswers = Readonly<Record<'status' | 'type', readonly string[]>>;

/** Queues the rows to which a changed answer applies. @returns their number by previous outcome */
const readAgain = async (
  { importRows }: Repositories,
  { id, mapping }: ImportRunRow,
  changed: ChangedAnswers,
): Promise<Readonly<Partial<Record<ImportFate, number>>>[]> => {
  const outcomes: Readonly<Partial<Record<ImportFate, number>>>[] = [];
  for (const field of ['status', 'type'] as const) {
    const source = mapping[field];
    const keys = new Set(changed[field]);
    if (!source || keys.size === 0) continue;
    const texts = (await importRows.textsIn(id, source.column)).filter((text) => keys.has(normalizeHeader(text)));
    outcomes.push(await importRows.queueForReading(id, source.column, texts));
  }
  return outcomes;
};

/** The counts without the rows that are processed again. */
const subtractCounts = (counts: ImportRunRow['counts'], outcomes: readonly Readonly<Partial<Record<ImportFate, number>>>[]) => {
  const remaining = { ...countsOf(counts) };
  for (const outcome of outcomes)
    for (const [fate, rows] of Object.entries(outcome) as [ImportFate, number][]) {
      remaining[fate] -= rows;
      remaining.done -= rows;
    }
  return remaining;
};

/**
 * Imports rows again, within the run. `accept`: confirms that they are not duplicates. `answers`: for rows that wait for an answer, and
 * rows that were decided by an answer that changed.
 * @throws Problem 404, 409, 410, 422
 */
export const retryQuarantine = (deps: Deps, asker: ImportRequester, id: number | null, body: RetryBody): Promise<ImportDetail> =>
  advance(deps, asker, id, body.answers ? 'answer' : 'retry', async (tx, run) => {
    if (run.dropped_at !== null) throw new Problem(410, 'rows_gone', fill(text.gone, { days: limits.imports.keptDays }));
    const changed = body.answers && (await saveAnswers(tx, asker, run, body.answers, deps.clock()));
    const rows = body.answers
      ? await tx.quarantine.rowsOfCodes(run.id, questionCodes, limits.imports.maxRows)
      : await tx.quarantine.waitingRows(run.id, idsIn(body));
    await tx.importRows.queueAgain(run.id, rows, body.accept ?? false);
    const outcomes = changed ? await readAgain(tx, run, changed) : [];
    if (rows.length + outcomes.length === 0) throw wrongStepProblem(run);
    return { finished_at: null, counts: subtractCounts(run.counts, [...outcomes, { quarantined: rows.length }]) };
  });

/** Dismisses quarantined rows. @throws Problem 404 */
export const dropQuarantine = async (
  deps: Deps,
  { principal, origin }: ImportRequester,
  id: number | null,
  body: QuarantineBody,
): Promise<ImportDetail> => {
  const run = await findImportRun(deps, id);
  await deps.store.transaction(async (tx) => {
    const dropped = await tx.quarantine.drop(run.id, idsIn(body), principal.userId, deps.clock());
    const entry = { actorId: principal.userId, action: 'import.rows_dropped', entity: 'import', entityId: String(run.id) };
    await tx.audit.write({ ...entry, after: { rows: dropped } }, origin, deps.clock());
  });
  return findImport(deps, run.id);
};
