/**
 * Spec 2.40, 4.02, 5.04, 3.02: while closed, the modes select the current month, quarter or year and the arrows move by one; Custom and the
 * label open the picker; a choice there takes effect only with Apply, which requires a selection or two days in order.
 */
export const table = `
period.closed --mode.choose[0 isCustom]--> period.open.choosingRange / beginChoice
period.closed --mode.choose[1]--> stays / setPeriod
period.closed --period.previous[0 hasEarlier]--> stays / setPeriod
period.closed --period.next[0]--> stays / setPeriod
period.closed --picker.open[0]--> period.open / beginChoice

period.open.deciding --always[0 isInMode]--> period.open.choosingQuarter
period.open.deciding --always[1 isInMode]--> period.open.choosingYear
period.open.deciding --always[2 isInMode]--> period.open.choosingRange
period.open.deciding --always[3]--> period.open.choosingMonth

period.open.choosingMonth --month.choose[0]--> stays / choose
period.open.choosingMonth --picker.today[0]--> stays / chooseToday
period.open.choosingMonth --choice.apply[0 hasChoice]--> period.closed / applyChoice
period.open.choosingQuarter --quarter.choose[0]--> stays / choose
period.open.choosingQuarter --picker.today[0]--> stays / chooseToday
period.open.choosingQuarter --choice.apply[0 hasChoice]--> period.closed / applyChoice
period.open.choosingYear --year.choose[0 reaches]--> stays / choose
period.open.choosingYear --picker.today[0]--> stays / chooseToday
period.open.choosingYear --choice.apply[0 hasChoice]--> period.closed / applyChoice
period.open.choosingRange --range.start[0]--> stays / assign
period.open.choosingRange --range.end[0]--> stays / assign
period.open.choosingRange --picker.today[0]--> stays / assign
period.open.choosingRange --choice.apply[0 isRange]--> period.closed / applyRange

period.open --mode.choose[0 isInMode]--> period.open.choosingMonth / dropChoice
period.open --mode.choose[1 isInMode]--> period.open.choosingQuarter / dropChoice
period.open --mode.choose[2 isInMode]--> period.open.choosingYear / dropChoice
period.open --mode.choose[3]--> period.open.choosingRange / dropChoice
period.open --year.previous[0 hasEarlierYear]--> stays / assign, dropChoice
period.open --year.next[0]--> stays / assign, dropChoice
period.open --picker.close[0]--> period.closed

period --day.changed[0 isMonthToDate]--> stays / setToday, setPeriod
period --day.changed[1]--> stays / setToday
period --period.reset[0]--> period.closed / setPeriod
period --period.set[0]--> period.closed / setPeriod
`;

export const ignored = `
closed: picker.close, picker.today, year.previous, year.next, choice.apply — the picker is not open
closed: month.choose, quarter.choose, year.choose, range.start, range.end — the picker is not open
open: picker.open — it is open already
open: period.previous, period.next — the arrows are disabled while something else is being chosen
open.choosingMonth: quarter.choose, year.choose, range.start, range.end — the picker shows months
open.choosingQuarter: month.choose, year.choose, range.start, range.end — the picker shows quarters
open.choosingYear: month.choose, quarter.choose, range.start, range.end — the picker shows years
open.choosingRange: month.choose, quarter.choose, year.choose — the picker shows two days
`;
