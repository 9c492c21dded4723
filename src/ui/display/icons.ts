/**
 * Raw SVG of primeicons 7.0.0 (MIT, PrimeTek); each icon is in the chunk that uses it. Add new icons here; they may contain only plain
 * paths, which a test checks.
 */
export { default as angleDoubleLeft } from 'primeicons/raw-svg/angle-double-left.svg?raw';
export { default as angleDoubleRight } from 'primeicons/raw-svg/angle-double-right.svg?raw';
export { default as angleDown } from 'primeicons/raw-svg/angle-down.svg?raw';
export { default as angleLeft } from 'primeicons/raw-svg/angle-left.svg?raw';
export { default as angleRight } from 'primeicons/raw-svg/angle-right.svg?raw';
export { default as ban } from 'primeicons/raw-svg/ban.svg?raw';
export { default as bars } from 'primeicons/raw-svg/bars.svg?raw';
export { default as bell } from 'primeicons/raw-svg/bell.svg?raw';
export { default as box } from 'primeicons/raw-svg/box.svg?raw';
export { default as briefcase } from 'primeicons/raw-svg/briefcase.svg?raw';
export { default as calendar } from 'primeicons/raw-svg/calendar.svg?raw';
export { default as chartBar } from 'primeicons/raw-svg/chart-bar.svg?raw';
export { default as chartLine } from 'primeicons/raw-svg/chart-line.svg?raw';
export { default as chartPie } from 'primeicons/raw-svg/chart-pie.svg?raw';
export { default as check } from 'primeicons/raw-svg/check.svg?raw';
export { default as checkCircle } from 'primeicons/raw-svg/check-circle.svg?raw';
export { default as clock } from 'primeicons/raw-svg/clock.svg?raw';
export { default as cog } from 'primeicons/raw-svg/cog.svg?raw';
export { default as compass } from 'primeicons/raw-svg/compass.svg?raw';
export { default as creditCard } from 'primeicons/raw-svg/credit-card.svg?raw';
export { default as dollar } from 'primeicons/raw-svg/dollar.svg?raw';
export { default as download } from 'primeicons/raw-svg/download.svg?raw';
export { default as exclamationTriangle } from 'primeicons/raw-svg/exclamation-triangle.svg?raw';
export { default as file } from 'primeicons/raw-svg/file.svg?raw';
export { default as filter } from 'primeicons/raw-svg/filter.svg?raw';
export { default as history } from 'primeicons/raw-svg/history.svg?raw';
export { default as infoCircle } from 'primeicons/raw-svg/info-circle.svg?raw';
export { default as minus } from 'primeicons/raw-svg/minus.svg?raw';
export { default as pencil } from 'primeicons/raw-svg/pencil.svg?raw';
export { default as percentage } from 'primeicons/raw-svg/percentage.svg?raw';
export { default as plus } from 'primeicons/raw-svg/plus.svg?raw';
export { default as redo } from 'primeicons/raw-svg/refresh.svg?raw';
export { default as search } from 'primeicons/raw-svg/search.svg?raw';
export { default as send } from 'primeicons/raw-svg/send.svg?raw';
export { default as signOut } from 'primeicons/raw-svg/sign-out.svg?raw';
export { default as sortAlt } from 'primeicons/raw-svg/sort-alt.svg?raw';
export { default as sortDownFill } from 'primeicons/raw-svg/sort-down-fill.svg?raw';
export { default as sortUpFill } from 'primeicons/raw-svg/sort-up-fill.svg?raw';
export { default as table } from 'primeicons/raw-svg/table.svg?raw';
export { default as times } from 'primeicons/raw-svg/times.svg?raw';
export { default as undo } from 'primeicons/raw-svg/undo.svg?raw';
export { default as upload } from 'primeicons/raw-svg/upload.svg?raw';
export { default as user } from 'primeicons/raw-svg/user.svg?raw';
export { default as users } from 'primeicons/raw-svg/users.svg?raw';
