import '../../../ui/theme/plainTable.css';
import { type ImportDetail, importBadges } from '../../../../contract/entities/import.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { sizeText } from '../../../../contract/rules/text.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { useKeptFocus } from '../../../ui/support/useKeptFocus.ts';
import { type ImportRunBinding, type RunProps, useRun } from '../useRun.ts';
import { Counts } from './Counts.tsx';
import { ImportEffects } from './ImportEffects.tsx';
import { MappingForm } from './MappingForm.tsx';
import { Quarantine } from './Quarantine.tsx';
import { Questions } from './Questions.tsx';
import { RowNotes } from './RowNotes.tsx';

const t = messages.importRun;
const ENDED_STATES: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled', 'half_undone']);

function WorkingMessage({ run }: { run: ImportDetail }) {
  const { done, rows } = run.counts;
  const sentences = {
    reading: t.reading,
    previewing: t.previewing,
    queued: t.queued,
    processing: fill(t.processing, { done: done.toLocaleString('en-US'), rows: rows.toLocaleString('en-US') }),
    undoing: t.undoing,
    uploading: fill(t.uploading, { arrived: sizeText(run.uploaded), size: sizeText(run.size) }),
  };
  const share = run.state === 'uploading' ? run.uploaded / run.size : run.state === 'processing' && rows > 0 ? done / rows : 0;
  const sentence = sentences[run.state as keyof typeof sentences];
  if (!sentence) return null;
  return (
    <div className="form-stack">
      <ProgressBar label={t.progress} value={share} text={sentence} />
      <p role="status" className="muted figure">
        {sentence}
      </p>
    </div>
  );
}

function EndedMessage({ run }: { run: ImportDetail }) {
  const { counts, state, undo_refused, actions } = run;
  const hasNoChange = state === 'completed' && counts.done > 0 && counts.same === counts.done;
  return (
    <>
      {hasNoChange && <Alert severity="success">{t.nothingNew}</Alert>}
      {state === 'undone' && <Alert severity="info">{t.undone}</Alert>}
      {state === 'half_undone' && <Alert severity="warning">{t.halfUndone}</Alert>}
      {actions.includes('undo') && undo_refused !== null && <p className="muted">{fill(t.cannotUndo, { reason: undo_refused })}</p>}
    </>
  );
}

const stepButtons = [
  ['start', 'start', 'primary', t.start],
  ['cancel', 'cancel', 'danger', t.cancel],
  ['retry', 'resume', 'primary', t.resume],
  ['undo', 'undo', 'danger', t.undo],
  ['drop', 'drop', 'secondary', t.drop],
] as const;

function Steps({ binding, run }: { binding: ImportRunBinding; run: ImportDetail }) {
  // Rows of a completed run are retried individually; only a stopped run resumes as a whole.
  const offeredSteps = stepButtons.filter(([action]) => run.actions.includes(action) && !(action === 'retry' && run.state === 'completed'));
  return (
    <>
      {offeredSteps.map(([action, kind, severity, label]) => (
        <Button
          key={action}
          severity={severity}
          // Not `disabled`, because a confirmation over the panel returns focus to this button.
          unavailable={binding.stepping}
          disabled={action === 'undo' && run.undo_refused !== null}
          onClick={() => binding.step({ kind })}
        >
          {label}
        </Button>
      ))}
    </>
  );
}

function Content({ binding, run, service }: { binding: ImportRunBinding; run: ImportDetail; service: RunProps['service'] }) {
  // Completing a step removes its button.
  const ref = useKeptFocus<HTMLDivElement>(run.state);
  return (
    <div ref={ref} tabIndex={-1} className="form-stack imports-run">
      <p className="imports-about">
        <Badge severity={importBadges[run.state].severity}>{importBadges[run.state].label}</Badge>
        <span className="muted">
          {fill(t.by, { kind: messages.imports.kinds[run.kind], who: run.created_by, time: formatInstant(run.created_at) })}
        </span>
      </p>
      {run.error !== null && <Alert>{run.error}</Alert>}
      <WorkingMessage run={run} />
      <EndedMessage run={run} />
      {(ENDED_STATES.has(run.state) || run.state === 'processing') && <Counts counts={run.counts} />}
      {run.kind === 'paid_before' && ENDED_STATES.has(run.state) && <RowNotes run={run} />}
      {run.state === 'mapping' && <MappingForm run={run} binding={binding} />}
      {run.state === 'previewed' && <ImportEffects run={run} binding={binding} service={service} />}
      {run.state !== 'half_undone' && ENDED_STATES.has(run.state) && (
        <Questions key={`asked ${run.waiting}`} run={run} binding={binding} service={service} />
      )}
      {ENDED_STATES.has(run.state) && <Quarantine key={run.waiting} run={run} binding={binding} service={service} />}
    </div>
  );
}

type Props = RunProps & { onPrevious: (() => void) | undefined; onNext: (() => void) | undefined };

/** One run, with its own URL: columns, preview, progress and quarantine. */
export default function RunPanel({ onPrevious, onNext, ...props }: Props) {
  const binding = useRun(props);
  const { run } = binding;
  return (
    <RowPanel
      title={run?.title ?? t.loading}
      onClose={props.onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={run && <Steps binding={binding} run={run} />}
    >
      {binding.error !== null && (
        <div className="imports-said">
          <Alert
            severity={binding.waits ? 'warning' : 'danger'}
            onRetry={binding.failed ? binding.retry : undefined}
            {...(binding.dismiss ? { onDismiss: binding.dismiss } : {})}
          >
            {binding.error}
          </Alert>
        </div>
      )}
      {run ? <Content binding={binding} run={run} service={props.service} /> : !binding.failed && <Skeleton />}
    </RowPanel>
  );
}
