import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { sessionsListMachine } from '../../machines/session/sessionsList.machine.ts';
import { failureOf } from '../../machines/support/failure.ts';
import { saveFile } from '../../services/browser.ts';
import { createOwnSessions } from '../../services/ownSessions.ts';
import { createProfile } from '../../services/profile.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const text = messages.settings;

/** Binds the list of the user's sessions. */
export const useOwnSessions = () => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const service = createOwnSessions(http);
    return sessionsListMachine.provide({
      actors: {
        loadSessions: fromPromise(() => service.list()),
        endSession: fromPromise(({ input }) => service.end(input.id)),
        confirmOthers: fromPromise(async () => confirm(text.confirmEndOthers)),
        endOthers: fromPromise(() => service.endOthers()),
      },
      actions: { reportEnded: () => toast(text.ended), reportOthersEnded: () => toast(text.othersEnded) },
    });
  }, [http, toast, confirm]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (each) => each);
  return {
    sessions: snapshot.context.sessions,
    loading: snapshot.matches('loading') && snapshot.context.sessions.length === 0,
    busy: !snapshot.matches('shown'),
    failed: snapshot.matches('failed'),
    error: snapshot.context.error,
    mayEndOthers: snapshot.can({ type: 'others.end' }),
    end: (id: string) => ref.send({ type: 'session.end', id }),
    endOthers: () => ref.send({ type: 'others.end' }),
    retry: () => ref.send({ type: 'sessions.retry' }),
  };
};

/** Hands out everything that is kept about the signed-in user. */
export const useOwnData = (): (() => void) => {
  const { http } = useApp();
  const toast = useToast();
  return () => {
    createProfile(http)
      .data()
      .then(
        (file) => saveFile(text.dataFile, file),
        (error: unknown) => toast(failureOf({ error, fallback: text.downloadFailed }).message, 'danger'),
      );
  };
};
