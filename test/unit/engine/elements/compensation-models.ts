/** Three activities with handlers, then a task, then whatever throws. */
export const TRIP = (thrower: string) => `
  s: start
  hotel: script hotel = "booked"
  unhotel: script hotel = "undone"; order = (order ?? "") + "h"
  car: script car = "booked"
  uncar: task
  work: task
  undo: ${thrower}
  e: end
  f1: s -> hotel
  f2: hotel -> car
  f3: car -> work
  f4: work -> undo
  f5: undo -> e
  @hotel handler unhotel
  @car handler uncar`;
