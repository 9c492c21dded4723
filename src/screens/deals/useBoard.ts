import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import { useToast } from '../../app/context.ts';
import { dealsBoardMachine } from '../../machines/deals/dealsBoard.machine.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { connectBoard } from './connectBoard.ts';
import { toBoardQuestion } from './dealNames.ts';
import type { Deals } from './useDeals.ts';

/** Connects the board to the server; it uses the list's filters. */
export const useBoard = (deals: Deals) => {
  const { service } = deals;
  const toast = useToast();
  const machine = useMemo(
    () =>
      dealsBoardMachine.provide({
        actors: {
          loadBoard: fromPromise(({ input, signal }) => service.board(input.question, signal)),
          saveMove: fromPromise(({ input: { deal, stage } }) => service.step(deal, 'move', { stage })),
        },
        actions: {
          reportMoved: (_, { deal }) => toast(fill(messages.deals.done.move, { name: deal.name, stage: deal.stage })),
        },
      }),
    [service, toast],
  );
  const question = toBoardQuestion(deals.question);
  const ref = useMachineRef(machine, { question });
  const questionJson = JSON.stringify(question);
  useEffect(() => ref.send({ type: 'question.changed', question: JSON.parse(questionJson) }), [ref, questionJson]);
  const { loading } = deals.view;
  useEffect(() => {
    if (!loading) ref.send({ type: 'list.read', question: JSON.parse(questionJson) });
  }, [ref, loading, questionJson]);
  return {
    view: connectBoard(useSelector(ref, (snapshot) => snapshot)),
    move: (id: string, stage: string) => ref.send({ type: 'card.move', id, stage }),
    retry: () => ref.send({ type: 'board.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
