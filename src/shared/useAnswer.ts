import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { type AnswerQuestion, answerMachine } from '../machines/support/answer.machine.ts';
import { useMachineRef } from './useMachineRef.ts';

/** Connects a read-only question and its answer. Uses `load` and `question` of the first render only. */
export const useAnswer = <Data>(load: (question: AnswerQuestion) => Promise<Data>, question: AnswerQuestion, fallback: string) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question about another item mounts another component.
  const machine = useMemo(() => answerMachine.provide({ actors: { loadAnswer: fromPromise(({ input }) => load(input)) } }), []);
  const ref = useMachineRef(machine, { question, fallback });
  const snapshot = useSelector(ref, (current) => current);
  const askQuestion = useCallback((next: AnswerQuestion) => ref.send({ type: 'question.ask', question: next }), [ref]);
  const followQuestion = useCallback((next: AnswerQuestion) => ref.send({ type: 'question.changed', question: next }), [ref]);
  return {
    question: snapshot.context.question,
    answer: snapshot.context.answer as Data | null,
    loading: snapshot.matches('loading'),
    stale: snapshot.hasTag('stale'),
    error: snapshot.matches('failed') || snapshot.matches('refused') ? snapshot.context.error : null,
    /** True if the server refused the question, so that a retry would not help. */
    refused: snapshot.matches('refused'),
    retry: () => ref.send({ type: 'answer.retry' }),
    /** Sends the question even if it is the same as before. */
    ask: askQuestion,
    /** Sends the question only if it differs from the last one. */
    follow: followQuestion,
  };
};

/** The answer to a question that may change; each change sends it again. */
export const useAnswerTo = <Data>(load: (question: AnswerQuestion) => Promise<Data>, question: AnswerQuestion, fallback: string) => {
  const binding = useAnswer(load, question, fallback);
  const { follow: followQuestion } = binding;
  const questionText = JSON.stringify(question);
  useEffect(() => followQuestion(JSON.parse(questionText) as AnswerQuestion), [followQuestion, questionText]);
  return binding;
};
