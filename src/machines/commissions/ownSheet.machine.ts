import { assign, fromPromise, setup } from 'xstate';
import type { Commission } from '../../../contract/entities/commission.ts';
import type { Explanation } from '../../../contract/entities/explanation.ts';
import { messages } from '../../../contract/messages.ts';
import { type ComparedLine, compareSheet } from '../../../contract/rules/commission/ownSheet/compareSheet.ts';
import { guessColumns, linesOf, type SheetColumns, type SheetRows } from '../../../contract/rules/commission/ownSheet/readSheet.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Explanations = Readonly<Record<string, Explanation>>;
/** The draft question about one line. */
type Question = Readonly<{ recordId: string; text: string }>;
type Context = {
  rows: SheetRows;
  columns: SheetColumns;
  records: readonly Commission[];
  /** Explanations of the differing lines, by record id. */
  explanations: Explanations;
  question: Question | null;
  /** Ids of the records the user has questioned here. */
  asked: readonly string[];
  error: string | null;
};
type Events =
  | { type: 'text.paste'; text: string }
  | { type: 'file.choose'; file: Blob }
  | { type: 'columns.choose'; columns: SheetColumns }
  | { type: 'sheet.compare' }
  | { type: 'sheet.clear' }
  | { type: 'question.begin'; recordId: string; text: string }
  | { type: 'question.type'; text: string }
  | { type: 'question.send' }
  | { type: 'question.cancel' };

const t = messages.ownSheet;
const noColumns: SheetColumns = { header: -1, invoice: null, amount: null, meaning: 'commission' };
const empty = { rows: [], columns: noColumns, records: [], explanations: {}, question: null, error: null };

/** Compares the sheet with the records once both are loaded. */
export const compareWithRecords = ({
  rows,
  columns,
  records,
  explanations,
}: Pick<Context, 'rows' | 'columns' | 'records' | 'explanations'>): ComparedLine[] => {
  const paid = Object.fromEntries(Object.entries(explanations).map(([id, { amounts }]) => [id, toCents(amounts.paid)]));
  return compareSheet(linesOf(rows, columns), records, columns.meaning, paid);
};

/**
 * Compares a salesperson's own spreadsheet with their records.
 * Normal path: empty → reading → choosing → loading → explaining → shown; a differing line can become a question: asking → sending → shown.
 * Never: send or store the sheet anywhere. Only the text of a question leaves the page, once the user sends it.
 */
export const ownSheetMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    readSheet: fromPromise<SheetRows, { source: string | Blob }>(missing('readSheet')),
    loadRecords: fromPromise<readonly Commission[]>(missing('loadRecords')),
    explainRecords: fromPromise<Explanations, { records: readonly Commission[] }>(missing('explainRecords')),
    sendQuestion: fromPromise<void, Question>(missing('sendQuestion')),
  },
  guards: {
    isComplete: ({ context: { columns } }) => columns.invoice !== null && columns.amount !== null,
    hasText: ({ context: { question } }) => (question?.text.trim() ?? '') !== '',
    isNew: ({ context }, { recordId }: { recordId: string }) => !context.asked.includes(recordId),
  },
  actions: {
    setRows: assign((_, { rows }: { rows: SheetRows }) => ({ ...empty, rows, columns: guessColumns(rows) })),
    setColumns: assign({ columns: (_, { columns }: { columns: SheetColumns }) => columns }),
    setRecords: assign((_, { records }: { records: readonly Commission[] }) => ({ records, explanations: {}, error: null })),
    setExplanations: assign({ explanations: (_, { explanations }: { explanations: Explanations }) => explanations }),
    setQuestion: assign({ question: (_, { recordId, text: words }: Question) => ({ recordId, text: words }), error: null }),
    setText: assign({
      question: ({ context }, params: { text: string }) => context.question && { ...context.question, text: params.text },
    }),
    setAsked: assign(({ context }) => ({
      asked: [...context.asked, ...(context.question ? [context.question.recordId] : [])],
      question: null,
    })),
    forgetQuestion: assign({ question: null, error: null }),
    forgetSheet: assign(empty),
    setReadError: assign({ error: (_, { error }: { error: unknown }) => toFailure({ error, fallback: t.unreadable }).message }),
    setLoadError: assign({ error: (_, { error }: { error: unknown }) => toFailure({ error, fallback: t.loadFailed }).message }),
    setExplainError: assign({ error: (_, { error }: { error: unknown }) => toFailure({ error, fallback: t.rulesFailed }).message }),
    setSendError: assign({
      error: (_, { error }: { error: unknown }) => toFailure({ error, fallback: messages.disputes.failed }).message,
    }),
  },
}).createMachine({
  id: 'ownSheet',
  context: { ...empty, asked: [] },
  initial: 'empty',
  states: {
    empty: { description: 'The salesperson can paste rows or choose a spreadsheet file.' },
    reading: {
      description: 'The rows are being read in the browser, which sends them nowhere.',
      invoke: {
        id: 'readSheet',
        src: 'readSheet',
        input: ({ event }) => ({ source: event.type === 'file.choose' ? event.file : event.type === 'text.paste' ? event.text : '' }),
        onDone: { target: 'choosing', actions: { type: 'setRows', params: ({ event }) => ({ rows: event.output }) } },
        onError: { target: 'empty', actions: ['forgetSheet', withError('setReadError')] },
      },
    },
    choosing: {
      description: 'The rows are shown, and the salesperson says which columns hold the invoice number and the amount.',
      on: {
        'columns.choose': { actions: withEvent('setColumns') },
        'sheet.compare': { guard: 'isComplete', target: 'loading' },
      },
    },
    loading: {
      description: "The salesperson's own records are on their way, to be compared with the sheet.",
      invoke: {
        id: 'loadRecords',
        src: 'loadRecords',
        onDone: { target: 'explaining', actions: { type: 'setRecords', params: ({ event }) => ({ records: event.output }) } },
        onError: { target: 'choosing', actions: withError('setLoadError') },
      },
    },
    explaining: {
      description: 'Every line shows whether it matches its record; explanations of the differences are on their way.',
      tags: 'compared',
      invoke: {
        id: 'explainRecords',
        src: 'explainRecords',
        input: ({ context }) => ({
          records: compareWithRecords(context)
            .filter(({ state }) => state === 'differs')
            .flatMap(({ records }) => records),
        }),
        onDone: { target: 'shown', actions: { type: 'setExplanations', params: ({ event }) => ({ explanations: event.output }) } },
        onError: { target: 'shown', actions: withError('setExplainError') },
      },
    },
    shown: {
      description: 'Every line shows whether it matches its record, and a line that differs can be questioned.',
      tags: 'compared',
      on: { 'question.begin': { guard: withEvent('isNew'), target: 'asking', actions: withEvent('setQuestion') } },
    },
    asking: {
      description: 'A form is open for a question about one line.',
      tags: 'compared',
      on: {
        'question.type': { actions: withEvent('setText') },
        'question.send': { guard: 'hasText', target: 'sending' },
        'question.cancel': { target: 'shown', actions: 'forgetQuestion' },
      },
    },
    sending: {
      description: "The question is on its way to the server; the sheet can't be replaced until the answer arrives.",
      tags: 'compared',
      invoke: {
        id: 'sendQuestion',
        src: 'sendQuestion',
        // A question is always set here.
        input: ({ context }) => context.question as Question,
        onDone: { target: 'shown', actions: 'setAsked' },
        onError: { target: 'asking', actions: withError('setSendError') },
      },
      // Ignored until the server has answered.
      on: { 'text.paste': {}, 'file.choose': {}, 'sheet.clear': {} },
    },
  },
  on: {
    'text.paste': { target: '.reading', reenter: true, actions: 'forgetQuestion' },
    'file.choose': { target: '.reading', reenter: true, actions: 'forgetQuestion' },
    'sheet.clear': { target: '.empty', actions: 'forgetSheet' },
  },
});
