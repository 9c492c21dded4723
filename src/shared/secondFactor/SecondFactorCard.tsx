import { Suspense } from 'react';
import type { SecondFactorState } from '../../../contract/entities/secondFactor.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useKeptFocus } from '../../ui/support/useKeptFocus.ts';
import { DeskEntry } from '../desk/DeskEntry.tsx';
import { RecoveryCodeList } from './RecoveryCodes.tsx';
import { PasswordStep, ScanStep } from './SetUpForms.tsx';
import { type SecondFactorView, useSecondFactor } from './useSecondFactor.ts';

const [PasskeyDialog] = lazyComponent(() => import('./PasskeyDialog.tsx'));

const t = messages.secondFactor;
const SKELETON_PX = 96;
type Props = Readonly<{ view: SecondFactorView; state: SecondFactorState }>;

function Passkeys({ view, state: { passkeys } }: Props) {
  return (
    <section className="form-stack">
      <h3 className="factor-head">
        {t.passkeys}
        <Button size="small" severity="secondary" unavailable={!view.settled} onClick={() => view.open('passkey')}>
          {t.addPasskey}
        </Button>
      </h3>
      <p className="muted">{passkeys.length === 0 ? `${t.noPasskeys}. ${t.passkeysHint}` : t.passkeysHint}</p>
      <ul>
        {passkeys.map((passkey) => {
          const { id, name, created_at, last_used_at } = passkey;
          const lastUsedText = last_used_at === null ? t.passkeyUnused : fill(t.passkeyUsed, { instant: formatInstant(last_used_at) });
          return (
            <DeskEntry
              key={id}
              name={name}
              detail={null}
              lines={[fill(t.passkeyDates, { created: formatInstant(created_at), used: lastUsedText })]}
              actions={[{ label: t.removePasskey, of: t.removePasskeyOf, act: () => view.removePasskey(passkey) }]}
              settled={view.settled}
            />
          );
        })}
      </ul>
    </section>
  );
}

function TurnedOn({ view, state }: Props) {
  const { since, recovery_codes_left: count } = state;
  const { fewRecoveryCodes, recoveryCodes: maxCodes } = limits.secondFactor;
  const remainingCodesText = count === 0 ? t.noCodes : count === 1 ? t.oneCode : fill(t.fewCodes, { count });
  return (
    <div className="form-stack">
      <p>
        <Badge severity="success">{fill(t.on, { instant: formatInstant(since ?? '') })}</Badge>
      </p>
      {count <= fewRecoveryCodes ? (
        <Alert severity="warning">{remainingCodesText}</Alert>
      ) : (
        <p>{fill(t.codesLeft, { count, most: maxCodes })}</p>
      )}
      <p className="form-actions">
        <Button size="small" severity="secondary" unavailable={!view.settled} onClick={view.renewCodes}>
          {t.regenerate}
        </Button>
        <Button size="small" severity="secondary" unavailable={!view.settled} onClick={view.disable}>
          {t.remove}
        </Button>
      </p>
      <Passkeys view={view} state={state} />
    </div>
  );
}

function Dialogs({ view }: Readonly<{ view: SecondFactorView }>) {
  const { form, begun, codes } = view;
  const cancel = (onClick: () => void) => (
    <Button severity="secondary" disabled={view.saving} onClick={onClick}>
      {messages.cancel}
    </Button>
  );
  if (codes !== null)
    return (
      <Dialog title={t.codesTitle} onClose={view.closeCodes}>
        {view.error !== null && <Alert>{view.error}</Alert>}
        <RecoveryCodeList codes={codes} onSaved={view.codesSaved} />
      </Dialog>
    );
  if (begun !== null)
    return (
      <Dialog title={t.setUpTitle} onClose={view.leave} dismissible={!view.saving}>
        <ScanStep view={view} begun={begun} cancel={cancel(view.leave)} />
      </Dialog>
    );
  if (form?.kind === 'setUp')
    return (
      <Dialog title={t.setUpTitle} onClose={view.close} dismissible={!view.saving}>
        <PasswordStep view={view} cancel={cancel(view.close)} />
      </Dialog>
    );
  return form === null ? null : (
    <Suspense fallback={null}>
      <PasskeyDialog view={view} />
    </Suspense>
  );
}

/** The user's second factor in Settings (decisions 4.16). */
export default function SecondFactorCard() {
  const view = useSecondFactor();
  const { state, error } = view;
  const hasDialog = view.form !== null || view.begun !== null || view.codes !== null;
  const ref = useKeptFocus<HTMLDivElement>(state);
  return (
    <Card
      title={t.title}
      actions={
        state?.since === null && (
          <Button size="small" unavailable={!view.settled} onClick={() => view.open('setUp')}>
            {t.setUp}
          </Button>
        )
      }
    >
      {error !== null && !hasDialog && <Alert {...(view.failed ? { onRetry: view.retry } : { onDismiss: view.dismiss })}>{error}</Alert>}
      <div ref={ref} tabIndex={-1}>
        {view.waits && <Skeleton height={SKELETON_PX} />}
        {state?.since === null && (
          <p className="muted">
            {t.hint} {state.required && t.required}
          </p>
        )}
        {state !== null && state.since !== null && <TurnedOn view={view} state={state} />}
      </div>
      <Dialogs view={view} />
    </Card>
  );
}
