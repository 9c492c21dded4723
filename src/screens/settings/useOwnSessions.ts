import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { type SessionStep, sessionsListMachine } from '../../machines/session/sessionsList.machine.ts';
import { toFailure } from '../../machines/support/failure.ts';
import { saveFile } from '../../services/browser.ts';
import { createOwnSessions } from '../../services/ownSessions.ts';
import { createProfile } from '../../services/profile.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.settings;

/** Connects the list of the user's sessions. */
export const useOwnSessions = () => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const service = createOwnSessions(http);
    return sessionsListMachine.provide({
      actors: {
        load: fromPromise(() => service.list()),
        confirm: fromPromise(async () => confirm(t.confirmEndOthers)),
        save: fromPromise(({ input: { step } }) => (step.kind === 'end' ? service.end(step.id) : service.endOthers())),
      },
      actions: { reportSaved: (_, { step }) => toast(step.kind === 'end' ? t.ended : t.othersEnded) },
    });
  }, [http, toast, confirm]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, error } = snapshot.context;
  const submit = (step: SessionStep): void => ref.send({ type: 'step.submit', step });
  return {
    sessions: content ?? [],
    loading: snapshot.matches('loading') && content === null,
    busy: !snapshot.matches('shown'),
    failed: snapshot.matches('failed'),
    error,
    mayEndOthers: snapshot.can({ type: 'step.submit', step: { kind: 'endOthers' } }),
    end: (id: string) => submit({ kind: 'end', id }),
    endOthers: () => submit({ kind: 'endOthers' }),
    retry: () => ref.send({ type: 'desk.reload' }),
  };
};

/** Downloads all data stored about the signed-in user. */
export const useOwnData = (): (() => void) => {
  const { http } = useApp();
  const toast = useToast();
  return () => {
    createProfile(http)
      .data()
      .then(
        (file) => saveFile(t.dataFile, file),
        (error: unknown) => toast(toFailure({ error, fallback: t.downloadFailed }).message, 'danger'),
      );
  };
};
