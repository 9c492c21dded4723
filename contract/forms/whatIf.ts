import { type InferType, object, string } from 'yup';
import { messages } from '../messages.ts';
import { isDay } from '../rules/period.ts';

const text = messages.projections;
const isNet = (value: string | undefined): boolean =>
  /^-?(\d+(\.\d{1,2})?|\.\d{1,2})$/.test(value ?? '') && Number(value) !== 0 && Math.abs(Number(value)) <= 1_000_000_000;

/** An amount of one's own in a projection (decisions 2, "Calculate Projections"). */
export const whatIfForm = object({
  net_revenue: string().trim().default('').test('valid', text.netInvalid, isNet),
  booking_date: string().default('').test('day', text.dateInvalid, isDay),
});
export type WhatIfForm = InferType<typeof whatIfForm>;
