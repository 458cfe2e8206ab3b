"use client";

/** When not even the frame of the pages came up: no component of ours can be counted on. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Something went wrong on our side</h1>
          <p>Nothing was changed. Load the page again in a moment.</p>
        </main>
      </body>
    </html>
  );
}
