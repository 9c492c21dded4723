import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { companyLogoMachine, type LogoStep } from '../../machines/settings/companyLogo.machine.ts';
import { createLogo } from '../../services/logo.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.companyLogo;
const doneMessages = { replace: t.saved, remove: t.removed } as const;

/** Binds the logo; after a change, the whole app shows the new one. */
export const useCompanyLogo = () => {
  const { http, settings } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const file = useRef<File | null>(null);
  const machine = useMemo(() => {
    const service = createLogo(http);
    const save = async ({ kind }: LogoStep): Promise<void> => {
      if (kind === 'remove') return service.remove();
      if (!file.current) return;
      // Checked here, because the connection may close before the server's refusal arrives.
      if (file.current.size > limits.logo.maxBytes) throw { status: 422, data: { message: t.tooLarge } };
      await service.save(file.current);
    };
    return companyLogoMachine.provide({
      actors: {
        load: fromPromise(({ signal }) => service.read(signal)),
        confirm: fromPromise(() => confirm(t.confirmRemove)),
        save: fromPromise(({ input: { step } }) => save(step)),
      },
      actions: {
        reportSaved: (_, { step }) => {
          settings.send({ type: 'settings.changed' });
          toast(doneMessages[step.kind]);
        },
      },
    });
  }, [http, settings, toast, confirm]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, error } = snapshot.context;
  return {
    address: content?.address ?? null,
    error,
    failed: snapshot.matches('failed'),
    busy: snapshot.hasTag('busy'),
    mayRemove: snapshot.can({ type: 'step.submit', step: { kind: 'remove' } }),
    replace: (chosen: File): void => {
      file.current = chosen;
      ref.send({ type: 'step.submit', step: { kind: 'replace' } });
    },
    remove: () => ref.send({ type: 'step.submit', step: { kind: 'remove' } }),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
