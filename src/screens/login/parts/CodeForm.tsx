import { useSelector } from '@xstate/react';
import { fill, messages } from '../../../../contract/messages.ts';
import { useApp, useCompanyName } from '../../../app/context.ts';
import { FactorFields } from '../../../shared/secondFactor/FactorFields.tsx';
import { Button } from '../../../ui/Button.tsx';

const t = messages.secondFactor;

/** The second step of a sign-in: the session machine asks for the second factor (decisions 4.16). */
export default function CodeForm() {
  const { session } = useApp();
  const company = useCompanyName();
  const busy = useSelector(session, (snapshot) => snapshot.matches('confirmingCode'));
  const error = useSelector(session, (snapshot) => snapshot.context.error);
  const methods = useSelector(session, (snapshot) => snapshot.context.challenge?.methods ?? []);
  return (
    <main className="login">
      <div className="p-card login-card">
        <h1>{t.codeTitle}</h1>
        <FactorFields
          methods={methods}
          hint={fill(t.codeHint, { company })}
          submitLabel={t.continue}
          busy={busy}
          error={error}
          onReply={(reply) => session.send({ type: 'code.submit', reply })}
          onDismiss={() => session.send({ type: 'login.edit' })}
          cancel={
            <Button severity="text" size="small" onClick={() => session.send({ type: 'code.cancel' })}>
              {t.back}
            </Button>
          }
        />
      </div>
    </main>
  );
}
