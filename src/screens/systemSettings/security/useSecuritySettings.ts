import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { SecuritySettings } from '../../../../contract/entities/secondFactor.ts';
import { messages } from '../../../../contract/messages.ts';
import { useApp, useToast } from '../../../app/context.ts';
import { securitySettingsMachine } from '../../../machines/settings/securitySettings.machine.ts';
import { createSecondFactor } from '../../../services/secondFactor.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

/** Binds the company's rules for second factors. */
export const useSecuritySettings = () => {
  const { http, session } = useApp();
  const toast = useToast();
  const machine = useMemo(() => {
    const service = createSecondFactor(http);
    return securitySettingsMachine.provide({
      actors: {
        load: fromPromise(({ signal }) => service.security(signal)),
        save: fromPromise(({ input: { step } }) => service.saveSecurity(step.settings)),
      },
      actions: {
        reportSaved: () => {
          toast(messages.secondFactor.settingsSaved);
          // The author's own role may need a second factor now.
          session.send({ type: 'factor.changed' });
        },
      },
    });
  }, [http, session, toast]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, error, fields, saved } = snapshot.context;
  return {
    settings: content,
    saved,
    /** Null if the field shows its own error. */
    error: fields.payout_limit ? null : error,
    limitError: fields.payout_limit ?? null,
    failed: snapshot.matches('failed'),
    busy: snapshot.hasTag('busy'),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    save: (settings: SecuritySettings) => ref.send({ type: 'step.submit', step: { kind: 'save', settings } }),
  };
};
export type SecurityView = ReturnType<typeof useSecuritySettings>;
