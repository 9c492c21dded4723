import { useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { PersonTrial, PlanDraftDetail, PlanDraftTrial } from '../../../contract/entities/planDraft.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { createPlanDrafts } from '../../services/planDrafts.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useAllUsers } from '../../shared/people/useAllUsers.ts';
import { useAnswer, useAnswerTo } from '../../shared/useAnswer.ts';

const t = messages.planTrial;
const parseTrialChoice = (search: string) => {
  const parameters = new URLSearchParams(search);
  return { draft: parameters.get('draft') ?? '', person: parameters.get('person') ?? '', day: parameters.get('day') ?? '' };
};

/** Connects the trial of the draft and the person in the URL. */
export const useTrial = (draft: string) => {
  const { http } = useApp();
  const search = useSearch();
  const service = useMemo(() => createPlanDrafts(http), [http]);
  const [choice, setChoice] = useState(() => parseTrialChoice(search));
  const { person, day } = choice;
  const detail = useAnswer<PlanDraftDetail>(() => service.read(draft), {}, t.failed);
  const trial = useAnswerTo<PlanDraftTrial>((question) => service.trial(draft, question.day ?? ''), { day }, t.failed);
  const users = useAllUsers();
  const names = useMemo(() => new Map(users.map((user) => [user.id, fullName(user)])), [users]);
  useQueryInUrl({
    question: new URLSearchParams({ draft, ...(person === '' ? {} : { person }), ...(day === '' ? {} : { day }) }).toString(),
    search,
    follow: (address) => setChoice(parseTrialChoice(address)),
  });
  return {
    ...{ service, detail, trial, names, person, day },
    choosePerson: (id: string) => setChoice({ ...choice, person: id }),
    chooseDay: (chosen: string) => setChoice({ ...choice, day: chosen }),
  };
};
export type Trial = ReturnType<typeof useTrial>;

/** Connects one person's part of the trial. */
export const usePersonTrial = (service: Trial['service'], draft: string, person: string, day: string) =>
  useAnswerTo<PersonTrial>((question) => service.personTrial(draft, question.person ?? '', question.day ?? ''), { person, day }, t.failed);
