import { useState } from 'react';
import type { ImportAnswers, ImportDetail, ImportQuestion } from '../../../../contract/entities/import.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { normalizeHeader } from '../../../../contract/rules/imports/fields.ts';
import { stateAnswers, typeAnswers } from '../../../../contract/rules/imports/layouts/documents.ts';
import type { DocumentRole, StateMeaning } from '../../../../contract/rules/imports/layouts/layout.ts';
import { useUser } from '../../../app/context.ts';
import type { ImportRunStep } from '../../../machines/imports/importRun.machine.ts';
import { usePayees } from '../../../shared/payments/usePayees.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import type { ImportRunBinding, RunProps } from '../useRun.ts';
import { FormerForm } from './FormerForm.tsx';

const t = messages.importRun;
type Props = Readonly<{ run: ImportDetail; binding: ImportRunBinding; service: RunProps['service'] }>;
type Option = Readonly<{ value: string; label: string }>;

const toKey = ({ kind, text: questionText }: ImportQuestion): string => `${kind} ${questionText}`;
const toSentence = ({ kind, text: questionText }: ImportQuestion): string => {
  if (kind === 'name') return fill(t.nameQuestion, { text: questionText });
  if (kind === 'state') return questionText === '' ? t.blankStateQuestion : fill(t.stateQuestion, { text: questionText });
  return questionText === '' ? t.blankTypeQuestion : fill(t.typeQuestion, { text: questionText });
};

const toOptions = (run: ImportDetail, question: ImportQuestion, people: readonly Option[]): readonly Option[] => {
  if (question.kind === 'state') return stateAnswers(run.kind).map((value) => ({ value, label: t.stateAnswers[value] }));
  if (question.kind === 'type') return typeAnswers(run.kind).map((value) => ({ value, label: t.typeAnswers[value] }));
  const suggestedIds = new Set(question.people.map(({ user_id }) => user_id));
  return [
    ...question.people.map(({ user_id, name }) => ({ value: user_id, label: fill(t.maybe, { name }) })),
    ...people.filter(({ value }) => !suggestedIds.has(value)),
  ];
};

type AnsweredQuestion = Readonly<{ question: ImportQuestion; answer: string }>;
/** Answered questions about states and types in this file; their answers can be changed. */
const getAnsweredQuestions = ({ choices: { states = {}, types = {} }, questions }: ImportDetail): readonly AnsweredQuestion[] => {
  const open = new Set(questions.map(({ kind, text: questionText }) => `${kind} ${normalizeHeader(questionText)}`));
  const toAnsweredQuestions = (kind: 'state' | 'type', answers: Readonly<Record<string, string>>): readonly AnsweredQuestion[] =>
    Object.entries(answers).map(([questionText, answer]) => ({ question: { kind, text: questionText, rows: 0, people: [] }, answer }));
  return [...toAnsweredQuestions('state', states), ...toAnsweredQuestions('type', types)].filter(
    ({ question }) => !open.has(toKey(question)),
  );
};

/** The answers in the server's format, grouped by kind and keyed by text. */
const toAnswers = (questions: readonly ImportQuestion[], answers: Readonly<Record<string, string>>): ImportAnswers => {
  const answeredQuestions = questions.flatMap((question) => {
    const answer = answers[toKey(question)];
    return answer ? [{ ...question, answer }] : [];
  });
  const filterByKind = (kind: ImportQuestion['kind']) => answeredQuestions.filter((item) => item.kind === kind);
  const states = filterByKind('state').map((item) => [normalizeHeader(item.text), item.answer as StateMeaning] as const);
  const types = filterByKind('type').map((item) => [normalizeHeader(item.text), item.answer as DocumentRole] as const);
  const names = filterByKind('name').map((item) => [item.text, item.answer] as const);
  return { states: Object.fromEntries(states), types: Object.fromEntries(types), names: Object.fromEntries(names) };
};

/** Before the run starts, answers refresh the preview; afterwards, the rows that waited for them are imported. */
const toStep = (run: ImportDetail, answers: ImportAnswers): ImportRunStep => {
  if (run.state !== 'previewed') return { kind: 'answerRows', answers };
  const { layout, mapping, choices } = run;
  const { names = {} } = answers;
  const states = { ...choices.states, ...answers.states };
  const types = { ...choices.types, ...answers.types };
  return { kind: 'map', body: { layout, mapping, choices: { ...choices, states, types }, names } };
};

/** decisions 2.26, 7.03: asks once about each unknown state, type and name. */
export function Questions({ run, binding, service }: Props) {
  const user = useUser();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [addedPeople, setAddedPeople] = useState<readonly Option[]>([]);
  const hasNames = run.questions.some(({ kind }) => kind === 'name');
  const people = [...addedPeople, ...usePayees(hasNames)];
  const answeredQuestions = run.state === 'previewed' || run.actions.includes('answer') ? getAnsweredQuestions(run) : [];
  const current = new Map(answeredQuestions.map(({ question, answer }) => [toKey(question), answer]));
  const questions = [...run.questions, ...answeredQuestions.map(({ question }) => question)];
  if (questions.length === 0) return null;
  const isAnswered = Object.entries(answers).some(([key, answer]) => answer !== '' && answer !== current.get(key));
  return (
    <section className="form-stack" aria-label={t.questionsTitle}>
      <h3>{t.questionsTitle}</h3>
      {run.questions.length > 0 && <p className="muted">{run.state === 'previewed' ? t.questionsHint : t.questionsLaterHint}</p>}
      {questions.map((question) => {
        const key = toKey(question);
        const label = toSentence(question);
        const before = current.get(key);
        const hint = before === undefined ? fill(t.questionRows, { count: question.rows }) : t.answeredHint;
        return (
          <Field key={key} label={label} hint={hint}>
            {(controlProps) => (
              <Picker
                {...controlProps}
                label={label}
                value={answers[key] ?? before ?? ''}
                options={[...(before === undefined ? [{ value: '', label: t.unanswered }] : []), ...toOptions(run, question, people)]}
                onChange={(value) => setAnswers({ ...answers, [key]: value })}
              />
            )}
          </Field>
        );
      })}
      {hasNames && !can(user, 'user:manage') && <p className="muted">{t.formerAdmin}</p>}
      {hasNames && can(user, 'user:manage') && (
        <FormerForm
          service={service}
          onAdded={(person) => setAddedPeople([{ value: person.id, label: fullName(person) }, ...addedPeople])}
        />
      )}
      <div className="imports-steps">
        <Button disabled={!isAnswered} loading={binding.stepping} onClick={() => binding.step(toStep(run, toAnswers(questions, answers)))}>
          {run.state === 'previewed' ? t.answer : t.answerRows}
        </Button>
      </div>
    </section>
  );
}
