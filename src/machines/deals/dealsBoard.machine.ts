import { assign, fromPromise, raise, setup } from 'xstate';
import type { Deal, DealBoard } from '../../../contract/entities/deal.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { PageQuestion } from '../lists/cursorPages.machine.ts';
import { readNewest } from '../support/conflict.ts';
import { toFailure, toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';
import { isSameQuestion } from '../support/sameQuestion.ts';
import { type BoardMove, type Move, replaceDeal, toMove } from './boardMoves.ts';

type Context = {
  question: PageQuestion;
  board: DealBoard | null;
  /** The question that `board` belongs to. */
  answered: PageQuestion | null;
  /** The question of the list's last load. */
  listed: PageQuestion | null;
  /** Moves already shown; the first is being saved. */
  moves: readonly Move[];
  /** `failure`: why the board failed to load; `error`: why a card moved back. */
  failure: string | null;
  error: string | null;
};
type Events =
  | { type: 'question.changed'; question: PageQuestion }
  | { type: 'board.reload' }
  | { type: 'list.read'; question: PageQuestion }
  | ({ type: 'card.move' } & BoardMove)
  | { type: 'error.dismiss' };

const t = messages.dealBoard;

/**
 * The board of open deals (decisions 2.17).
 * Normal path: loading → shown; a card moves at once, its moves are saved one by one, then the board reloads.
 * The list reloads after every change in a panel or dialog, and the board follows; a different question reaches the board directly.
 * A refused move returns the card to its stage on the server and cancels later moves of that card.
 * Never: save two moves at once, move a card without permission, or let a reload undo a move that is still being saved.
 */
export const dealsBoardMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { question: PageQuestion }, tags: {} as 'stale' },
  actors: {
    loadBoard: fromPromise<DealBoard, { question: PageQuestion }>(missing('loadBoard')),
    saveMove: fromPromise<Deal, { deal: Deal; stage: string }>(missing('saveMove')),
  },
  guards: {
    mayMove: ({ context: { board, moves } }, params: BoardMove) => toMove(board, moves, params) !== null,
    isOtherQuestion: ({ context }, params: { question: PageQuestion }) => !isSameQuestion(context.question, params.question),
    isListedAgain: ({ context }, params: { question: PageQuestion }) => isSameQuestion(context.listed, params.question),
    isAnswered: ({ context }) => isSameQuestion(context.answered, context.question),
    hasMoves: ({ context }) => context.moves.length > 0,
  },
  actions: {
    setQuestion: assign({ question: (_, params: { question: PageQuestion }) => params.question }),
    setListed: assign({ listed: (_, params: { question: PageQuestion }) => params.question }),
    setBoard: assign(({ context }, { board }: { board: DealBoard }) => ({ board, answered: context.question, failure: null })),
    setFailure: assign(({ context }, { error }: { error: unknown }) => ({
      failure: toFailureMessage({ error, fallback: t.failed }),
      board: isSameQuestion(context.answered, context.question) ? context.board : null,
    })),
    setMove: assign(({ context: { board, moves } }, params: BoardMove) => {
      const move = toMove(board, moves, params);
      return { moves: move ? [...moves, move] : moves, error: null };
    }),
    setDeal: assign({
      moves: ({ context }, { deal }: { deal: Deal }) =>
        context.moves.slice(1).map((move) => (move.deal.id === deal.id ? { ...move, deal } : move)),
      board: ({ context: { board } }, { deal }: { deal: Deal }) => board && replaceDeal(board, deal),
    }),
    /** Also cancels later moves of the card. */
    undoMove: assign(({ context: { moves } }, { error }: { error: unknown }) => {
      const failedDeal = moves[0]?.deal;
      const newest = readNewest<Deal>(error);
      const values = { name: failedDeal?.name ?? '', stage: (newest ?? failedDeal)?.stage ?? '' };
      return {
        moves: moves.filter(({ deal }) => deal.id !== failedDeal?.id),
        error: `${fill(newest ? t.movedElsewhere : t.moveFailed, values)} ${toFailure({ error, fallback: '' }).message}`.trim(),
      };
    }),
    forgetError: assign({ error: null }),
    readAgain: raise({ type: 'board.reload' }),
    reportMoved: (_, _params: { deal: Deal }) => {},
  },
}).createMachine({
  id: 'dealsBoard',
  context: ({ input }) => ({ ...input, board: null, answered: null, listed: null, moves: [], failure: null, error: null }),
  type: 'parallel',
  states: {
    reading: {
      description: 'Keeps the cards on the board in step with the server.',
      initial: 'loading',
      states: {
        loading: {
          description: 'The deals are on their way; cards already on the board stay there.',
          invoke: {
            id: 'loadBoard',
            src: 'loadBoard',
            input: ({ context: { question } }) => ({ question }),
            onDone: { target: 'shown', actions: { type: 'setBoard', params: ({ event }) => ({ board: event.output }) } },
            onError: { target: 'failed', actions: withError('setFailure') },
          },
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Decision point: any cards on the board match the current filters or earlier ones.',
              always: [{ guard: 'isAnswered', target: 'refreshing' }, { target: 'replacing' }],
            },
            refreshing: { description: 'The cards on the board match the current filters and are loaded again.' },
            replacing: {
              description: 'Any cards on the board match earlier filters and stay dimmed until the new ones arrive.',
              tags: 'stale',
            },
          },
        },
        shown: { description: 'The board shows the open deals for the current filters.' },
        failed: { description: "The deals couldn't be loaded: the reason is shown, and they can be loaded again." },
      },
      on: {
        // No `reenter`: it would restart `saving` and send a move twice. The targeted child state is entered again anyway.
        'question.changed': { guard: withEvent('isOtherQuestion'), target: '.loading', actions: withEvent('setQuestion') },
        'board.reload': '.loading',
        'list.read': [{ guard: withEvent('isListedAgain'), target: '.loading' }, { actions: withEvent('setListed') }],
      },
    },
    saving: {
      description: 'Sends moved cards to the server, one after the other.',
      initial: 'idle',
      states: {
        idle: { description: 'Every move is answered, and no card waits to be saved.', always: { guard: 'hasMoves', target: 'moving' } },
        moving: {
          description: 'The oldest unsaved move is on its way to the server; its card is already in the new stage.',
          invoke: {
            id: 'saveMove',
            src: 'saveMove',
            // A move is always queued here.
            input: ({ context: { moves } }) => moves[0] as Move,
            onDone: {
              target: 'idle',
              actions: [
                { type: 'setDeal', params: ({ event }) => ({ deal: event.output }) },
                { type: 'reportMoved', params: ({ event }) => ({ deal: event.output }) },
                'readAgain',
              ],
            },
            onError: { target: 'idle', actions: [withError('undoMove'), 'readAgain'] },
          },
        },
      },
      on: { 'card.move': { guard: withEvent('mayMove'), actions: withEvent('setMove') } },
    },
  },
  on: { 'error.dismiss': { actions: 'forgetError' } },
});
