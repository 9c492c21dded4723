import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { ConnectionKind } from '../../../../contract/entities/connection.ts';
import { type AddForm, addIntegrationMachine } from '../../../machines/connections/addIntegration.machine.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import type { Integrations } from './useIntegrations.ts';

/** Connects the add dialog of a kind; `toBody` builds the request body from the form (spec 7.33). */
export const useAddIntegration = (kind: ConnectionKind, { service, reload }: Integrations, toBody: (form: AddForm) => object) => {
  const machine = useMemo(
    () =>
      addIntegrationMachine.provide({
        actors: {
          saveForm: fromPromise(({ input: { form, again } }) =>
            again === null ? service.add(toBody(form)) : service.reconnect(again, toBody(form)),
          ),
        },
        actions: { reportSaved: reload },
      }),
    [service, reload, toBody],
  );
  const ref = useMachineRef(machine, { kind });
  const snapshot = useSelector(ref, (current) => current);
  return {
    open: !snapshot.matches('closed'),
    saving: snapshot.matches('saving'),
    again: snapshot.context.again,
    error: snapshot.context.error,
    fields: snapshot.context.fields,
    add: () => ref.send({ type: 'form.open' }),
    reconnect: (id: string) => ref.send({ type: 'form.open', again: id }),
    submit: (form: AddForm) => ref.send({ type: 'form.submit', form }),
    cancel: () => ref.send({ type: 'form.cancel' }),
  };
};
export type AddIntegration = ReturnType<typeof useAddIntegration>;
