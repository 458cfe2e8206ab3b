"use client";

/** Shown when the root layout fails, so it can't rely on any of our components. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Something went wrong</h1>
          <p>Please reload the page.</p>
        </main>
      </body>
    </html>
  );
}
