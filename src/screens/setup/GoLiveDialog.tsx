import '../../ui/theme/plainTable.css';
import { useState } from 'react';
import type { GoLivePerson, LivePreview } from '../../../contract/entities/setup.ts';
import { roleLabels } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { useFeature } from '../../app/context.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { MoneyText } from '../../ui/display/Money.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import type { SetupBinding } from './useSetup.ts';

const t = messages.setupDialog;
/** The height of a few rows of people, reserved while they load. */
const PEOPLE_PX = 240;

function Person({ person: { name, role, sees, earned, due, invited } }: { person: GoLivePerson }) {
  const hasNoMail = useFeature('no-mail');
  const receivedText = invited ? (hasNoMail ? t.byHand : t.invitation) : t.nothing;
  return (
    <tr>
      <td>
        {name} <span className="muted">{roleLabels[role]}</span>
        <p className="setup-narrow muted">
          {t.sees}: {sees}
        </p>
        <p className="setup-narrow muted">
          {t.gets}: {receivedText}
        </p>
      </td>
      <td className="setup-column">{sees}</td>
      <td data-align="end">
        <MoneyText cents={toCents(earned)} />
      </td>
      <td data-align="end">
        <MoneyText cents={toCents(due)} />
      </td>
      <td className="setup-column">{receivedText}</td>
    </tr>
  );
}

function People({ people }: { people: readonly GoLivePerson[] }) {
  return (
    <>
      <p>{t.intro}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard. */}
      <section className="setup-people" tabIndex={0} aria-label={t.intro}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t.person}</th>
              <th className="setup-column">{t.sees}</th>
              <th data-align="end">{t.earned}</th>
              <th data-align="end">{t.due}</th>
              <th className="setup-column">{t.gets}</th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <Person key={person.user_id} person={person} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** Shows what each person will see and get, and asks for confirmation (decisions 4.08). */
export default function GoLiveDialog({ binding }: { binding: SetupBinding }) {
  const { answer, error, retry } = useAnswer<LivePreview>(() => binding.service.preview(), {}, t.loadFailed);
  const [hasAccepted, setHasAccepted] = useState(false);
  const { busy } = binding;
  const isReady = answer !== null && answer.blockers.length === 0 && (answer.warnings.length === 0 || hasAccepted);
  return (
    <Dialog
      title={t.title}
      size="wide"
      onClose={binding.close}
      dismissible={!busy}
      footer={
        <>
          <Button severity="secondary" disabled={busy} onClick={binding.close}>
            {messages.cancel}
          </Button>
          <Button disabled={!isReady} loading={busy} onClick={() => binding.goLive(hasAccepted)}>
            {t.confirm}
          </Button>
        </>
      }
    >
      <div className="form-stack">
        {binding.error !== null && <Alert>{binding.error}</Alert>}
        {error !== null && <Alert onRetry={retry}>{error}</Alert>}
        {answer === null && error === null && <Skeleton height={PEOPLE_PX} />}
        {answer && <People people={answer.people} />}
        {[...(answer?.blockers ?? []), ...(answer?.warnings ?? [])].map((sentence) => (
          <Alert key={sentence} severity="warning">
            {sentence}
          </Alert>
        ))}
        {answer !== null && answer.warnings.length > 0 && <Checkbox label={t.accept} checked={hasAccepted} onChange={setHasAccepted} />}
        <p className="muted">{t.undoHint}</p>
      </div>
    </Dialog>
  );
}
