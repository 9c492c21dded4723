import { useSelector } from '@xstate/react';
import { messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import './secondFactor.css';
import { FactorFields } from './FactorFields.tsx';

const t = messages.secondFactor;

/** Asks again for the second factor; once it is confirmed, the refused call is repeated (decisions 4.16). */
export default function StepUpDialog() {
  const { stepUp } = useApp();
  const { methods, error } = useSelector(stepUp, (snapshot) => snapshot.context);
  const busy = useSelector(stepUp, (snapshot) => snapshot.matches('confirming'));
  const cancel = (): void => stepUp.send({ type: 'code.cancel' });
  return (
    <Dialog title={t.stepUpTitle} size="small" onClose={cancel}>
      <FactorFields
        methods={methods}
        hint={t.stepUpHint}
        submitLabel={t.stepUpConfirm}
        busy={busy}
        error={error}
        onReply={(reply) => stepUp.send({ type: 'code.submit', reply })}
        cancel={
          <Button severity="text" size="small" onClick={cancel}>
            {messages.cancel}
          </Button>
        }
      />
    </Dialog>
  );
}
