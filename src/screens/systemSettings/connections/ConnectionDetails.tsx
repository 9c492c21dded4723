import { useEffect, useState } from 'react';
import {
  type HeldRecord,
  type HeldRecordPage,
  type Integration,
  type PlacementAnswer,
  type SyncRun,
  syncRunBadges,
} from '../../../../contract/entities/connection.ts';
import { integrations as text } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import { isDay } from '../../../../contract/rules/time/period.ts';
import { useFeature } from '../../../app/context.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { HeldChoices } from './HeldChoices.tsx';
import type { Integrations } from './useIntegrations.ts';

type Props = Readonly<{ connection: Integration; list: Integrations }>;
const noRows: readonly never[] = [];
type WaitingRecords = Pick<HeldRecordPage, 'data' | 'answers'>;
const noWaitingRecords: WaitingRecords = { data: [] };

/** The numbers of the differing invoices; only their count if the run lists none. */
const differingText = ({ counts: { differing = 0 }, differing_invoices: numbers = [] }: SyncRun): string => {
  const unlistedCount = differing - numbers.length;
  if (numbers.length === 0) return String(differing);
  return unlistedCount > 0 ? fill(text.differingMore, { numbers: numbers.join(', '), count: unlistedCount }) : numbers.join(', ');
};

function Run({ run }: { run: SyncRun }) {
  const { label, severity } = syncRunBadges[run.status];
  const { settled = 0, differing = 0 } = run.counts;
  return (
    <li>
      <span>{formatInstant(run.started_at ?? run.created_at)}</span> <Badge severity={severity}>{label}</Badge>{' '}
      <span>{fill(text.resultCounts, { ...run.counts, total: run.counts.total ?? 0, settled, differing })}</span>
      {settled > 0 && <span className="muted"> {fill(text.settledInvoices, { settled })}</span>}
      {differing > 0 && <span className="muted"> {fill(text.differingInvoices, { invoices: differingText(run) })}</span>}
      {run.error && <span className="integration-message">{run.error}</span>}
    </li>
  );
}

/** The record's number or name; '' for a sheet row, which has neither, and is named in its reason. */
const getId = ({ values, external_id }: HeldRecord): string => {
  const nameValue = values.find(({ name }) => name === 'document_number') ?? values.find(({ name }) => name === 'name');
  return nameValue?.value ?? (/^[in]:/.test(external_id ?? '') ? '' : (external_id ?? ''));
};
const vanishedText = ({ kind, values }: HeldRecord): string | undefined =>
  kind === 'vanished' ? text.vanished[values.find(({ name }) => name === 'of')?.value ?? ''] : undefined;
const toLabel = (record: HeldRecord): string =>
  vanishedText(record) ?? fill(text.record, { kind: (text.kinds[record.kind] ?? record.kind).replace(/s$/, ''), id: getId(record) }).trim();

/** The values that identify a record, in words, with formatted dates. */
const valuesText = ({ values }: HeldRecord): string =>
  Object.entries(text.heldFields)
    .flatMap(([name, field]) =>
      values.filter((candidate) => candidate.name === name).map(({ value }) => `${field}: ${isDay(value) ? dayText(value) : value}`),
    )
    .join(' · ');

function HeldRecordItem({ record, connection, list }: Props & Readonly<{ record: HeldRecord }>) {
  const [answer, setAnswer] = useState('');
  const { id, name } = connection;
  const label = toLabel(record);
  return (
    <li>
      <strong>{label}</strong> <span>{record.reason}</span>
      <span className="muted">{valuesText(record)}</span>
      {record.choices && (
        <HeldChoices
          label={label}
          choices={record.choices}
          question={record.kind === 'shiftReview' ? null : record.asks}
          disabled={list.busy}
          onChoose={(selected) => list.choose({ kind: 'retryHeld', id, name, record: record.id, answer: selected })}
        />
      )}
      {record.asks !== null && !record.choices && (
        <Field label={record.asks}>
          {(controlProps) => <Input {...controlProps} value={answer} onChange={({ target }) => setAnswer(target.value)} />}
        </Field>
      )}
      <span className="integration-actions">
        {!record.choices && (
          <Button
            size="small"
            severity="secondary"
            disabled={list.busy || (record.asks !== null && answer.trim() === '')}
            aria-label={`${record.asks === null ? text.retryRecord : text.settle}: ${label}`}
            onClick={() =>
              list.choose({ kind: 'retryHeld', id, name, record: record.id, ...(answer.trim() ? { answer: answer.trim() } : {}) })
            }
          >
            {record.asks === null ? text.retryRecord : text.settle}
          </Button>
        )}
        <Button
          size="small"
          severity="text"
          disabled={list.busy}
          aria-label={`${text.dropRecord}: ${label}`}
          onClick={() => list.choose({ kind: 'dropHeld', id, name, record: record.id, label })}
        >
          {text.dropRecord}
        </Button>
      </span>
    </li>
  );
}

/** The answer that applies to held documents of a state or type. The user can change it, or repeat it if it failed. */
function Answer({ answer: { records, settling, ...choice }, connection, list }: Props & Readonly<{ answer: PlacementAnswer }>) {
  const { id, name } = connection;
  const label = fill(text.questionAbout[choice.field], { value: choice.value });
  const otherAnswer = choice.answer === 'counts' ? 'left_out' : 'counts';
  return (
    <li>
      <strong>{label}</strong> <span>{text.meanings[choice.answer]}</span>
      <span className="muted">{records === 1 ? text.oneDocument : fill(text.documents, { count: records.toLocaleString('en-US') })}</span>
      {settling && <span className="integration-message">{text.settling[settling]}</span>}
      <span className="integration-actions">
        {settling === 'failed' && (
          <Button
            size="small"
            severity="secondary"
            disabled={list.busy}
            aria-label={`${text.settleAgain}: ${label}`}
            onClick={() => list.choose({ kind: 'answerQuestion', id, name, choice })}
          >
            {text.settleAgain}
          </Button>
        )}
        <Button
          size="small"
          severity="secondary"
          disabled={list.busy}
          aria-label={`${text.changeTo[otherAnswer]}: ${label}`}
          onClick={() => list.choose({ kind: 'answerQuestion', id, name, choice: { ...choice, answer: otherAnswer } })}
        >
          {text.changeTo[otherAnswer]}
        </Button>
      </span>
    </li>
  );
}

/** Runs, held records and answers of a connection; reload when the connection changes. */
export function ConnectionDetails({ connection, list }: Props) {
  const { id, held, last_sync_at, run, version } = connection;
  const hasQuarantine = useFeature('quarantine');
  const runs = useAnswer<readonly SyncRun[]>(() => list.service.runs(id), {}, text.runsFailed);
  const records = useAnswer<WaitingRecords>(async () => (hasQuarantine ? list.service.held(id) : noWaitingRecords), {}, text.waitingFailed);
  const reloadKey = `${held} ${last_sync_at} ${run?.id} ${run?.status} ${connection.connection_status} ${version}`;
  const [askRuns, askRecords] = [runs.follow, records.follow];
  useEffect(() => {
    askRuns({ now: reloadKey });
    askRecords({ now: reloadKey });
  }, [askRuns, askRecords, reloadKey]);
  return (
    <div className="integration-details">
      {hasQuarantine && (
        <section aria-label={text.waiting}>
          <h3>{text.waiting}</h3>
          {records.error !== null && <Alert onRetry={records.retry}>{records.error}</Alert>}
          {records.answer?.data.length === 0 && <p className="muted">{text.noneWaiting}</p>}
          <ul>
            {(records.answer?.data ?? noRows).map((record) => (
              <HeldRecordItem key={record.id} record={record} connection={connection} list={list} />
            ))}
          </ul>
        </section>
      )}
      {records.answer?.answers && records.answer.answers.length > 0 && (
        <section aria-label={text.answers}>
          <h3>{text.answers}</h3>
          <ul>
            {records.answer.answers.map((answer) => (
              <Answer key={`${answer.field} ${answer.value}`} answer={answer} connection={connection} list={list} />
            ))}
          </ul>
        </section>
      )}
      <section aria-label={text.runs}>
        <h3>{text.runs}</h3>
        {runs.error !== null && <Alert onRetry={runs.retry}>{runs.error}</Alert>}
        {runs.answer?.length === 0 && <p className="muted">{text.noRuns}</p>}
        <ul>
          {(runs.answer ?? noRows).map((syncRun) => (
            <Run key={syncRun.id} run={syncRun} />
          ))}
        </ul>
      </section>
    </div>
  );
}
