import { useEffect, useState } from "react";

/** Seconds left until an end, and a function that sets the end so many seconds from now. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    // Counted from the clock: a timer of a tab in the background may sleep.
    const update = () => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    update();
    if (endsAt <= Date.now()) return;
    const timer = setInterval(() => {
      update();
      if (endsAt <= Date.now()) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);

  const start = (seconds: number) => {
    setEndsAt(Date.now() + seconds * 1000);
    // At once, so that it is never taken for over before it has begun.
    setSecondsLeft(seconds);
  };
  return [secondsLeft, start];
}
