import { useEffect } from 'react';
import { messages } from '../../../contract/messages.ts';
import { useApp, useToast } from '../../app/context.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { RecoveryCodeList } from './RecoveryCodes.tsx';
import { PasswordStep, ScanStep } from './SetUpForms.tsx';
import { type SecondFactorView, useSecondFactor } from './useSecondFactor.ts';

const t = messages.secondFactor;
const SKELETON_PX = 160;

function Step({ view }: Readonly<{ view: SecondFactorView }>) {
  const { session } = useApp();
  const signOut = (
    <Button severity="secondary" onClick={() => session.send({ type: 'logout.submit' })}>
      {messages.menu.signOut}
    </Button>
  );
  if (view.codes !== null) return <RecoveryCodeList codes={view.codes} onSaved={view.codesSaved} />;
  if (view.begun !== null) return <ScanStep view={view} begun={view.begun} cancel={signOut} />;
  if (view.failed)
    return (
      <>
        <Alert onRetry={view.retry}>{view.error}</Alert>
        {signOut}
      </>
    );
  return view.waits ? <Skeleton height={SKELETON_PX} /> : <PasswordStep view={view} cancel={signOut} />;
}

/** decisions 4.16: the company requires a second factor for this role; the only other way out is to sign out. */
export default function ForcedFactor() {
  const view = useSecondFactor(true);
  const { session } = useApp();
  const toast = useToast();
  // It was turned on in another tab, or by a call whose response was lost, together with its recovery codes.
  const isOn = view.settled && view.state !== null && view.state.since !== null && view.codes === null;
  useEffect(() => {
    if (!isOn) return;
    toast(t.codesUnseen);
    session.send({ type: 'factor.changed' });
  }, [isOn, session, toast]);
  return (
    <Dialog title={view.codes === null ? t.setUpTitle : t.codesTitle} dismissible={false}>
      {view.codes === null && <p>{t.dueHint}</p>}
      <Step view={view} />
    </Dialog>
  );
}
