import { useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { PersonTrial, PlanDraftDetail, PlanDraftTrial } from '../../../contract/entities/planDraft.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { createPlanDrafts } from '../../services/planDrafts.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useAnswer, useAnswerTo } from '../../shared/useAnswer.ts';

const t = messages.planTrial;
const choiceFrom = (search: string) => {
  const parameters = new URLSearchParams(search);
  return { draft: parameters.get('draft') ?? '', person: parameters.get('person') ?? '' };
};

/** Connects the trial of the draft in the address, and of the person chosen in it. */
export const useTrial = (draft: string) => {
  const { http } = useApp();
  const search = useSearch();
  const service = useMemo(() => createPlanDrafts(http), [http]);
  const [person, choosePerson] = useState(() => choiceFrom(search).person);
  const detail = useAnswer<PlanDraftDetail>(() => service.read(draft), {}, t.failed);
  const trial = useAnswer<PlanDraftTrial>(() => service.trial(draft), {}, t.failed);
  useQueryInUrl({
    question: new URLSearchParams(person === '' ? { draft } : { draft, person }).toString(),
    search,
    follow: (address) => choosePerson(choiceFrom(address).person),
  });
  return { service, detail, trial, person, choosePerson };
};
export type Trial = ReturnType<typeof useTrial>;

/** Connects one person's part of the trial. */
export const usePersonTrial = (service: Trial['service'], draft: string, person: string) =>
  useAnswerTo<PersonTrial>((question) => service.personTrial(draft, question.person ?? ''), { person }, t.failed);
