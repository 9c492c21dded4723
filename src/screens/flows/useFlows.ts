import { useSearch } from 'wouter';
import type { FlowPath, Flows } from '../../../contract/entities/flow.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { createFlows } from '../../services/flows.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import { parseRecordKey } from './flowWords.ts';

const t = messages.flows;

/** Connects the lifecycles; `record` is the open record of the URL, as `payout-12`. */
export const useFlows = () => {
  const { http } = useApp();
  const record = new URLSearchParams(useSearch()).get('record');
  return { ...useAnswer<Flows>(() => createFlows(http).list(), {}, t.loadFailed), record };
};

/** Connects the path of one record. */
export const useFlowPath = (record: string) => {
  const { http } = useApp();
  return useAnswer<FlowPath>(() => createFlows(http).path(...parseRecordKey(record)), { record }, t.pathFailed);
};
