// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/**
 * What {@link RecordStore} and {@link Transactions} promise, for every implementation. Tests quote
 * the sentences of their Javadoc.
 *
 * <p>Every test uses a record of its own, so that a database needs no cleaning in between. Time
 * passes for real: leases and retentions are short and waited for. A database needs connections for
 * {@value #THREADS} threads.
 */
abstract class RecordStoreContract {

  /** How many transactions a test opens at the same time, at most. */
  static final int THREADS = 17;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** The store under test; the same object for the whole test. */
  abstract RecordStore store();

  /** The steps beside it; the same object for the whole test. */
  abstract StepStore steps();

  /** What has outlived its retention. */
  abstract PurgeStore purge();

  /** What operators do; the same object for the whole test. */
  abstract OperatorStore operators();

  /** The renewed leases beside that store's records. */
  abstract LeaseStore leases();

  /** The transactions that the store takes part in; the same object for the whole test. */
  abstract Transactions transactions();

  /** Where the tests run what needs a transaction of another thread. */
  ExecutorService threads() {
    return threads;
  }

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Nested
  class Claiming extends ClaimContract {
    Claiming() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class ClaimingAlone extends SoleClaimContract {
    ClaimingAlone() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class ClaimingAgain extends ReclaimContract {
    ClaimingAgain() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class ClaimingWhatWasSeen extends StaleSightContract {
    ClaimingWhatWasSeen() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class Locking extends LockContract {
    Locking() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class Purging extends PurgeContract {
    Purging() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class RenewingLeases extends LeaseContract {
    RenewingLeases() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class StoringTheOutcome extends FinalizeContract {
    StoringTheOutcome() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class MeetingAtOneRecord extends ConflictContract {
    MeetingAtOneRecord() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class Marking extends MarkContract {
    Marking() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class TakingSteps extends StepContract {
    TakingSteps() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class OperatingRecords extends OperatorContract {
    OperatingRecords() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class ListingRecords extends ListContract {
    ListingRecords() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class KeepingOutcomes extends OutcomeContract {
    KeepingOutcomes() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class RunningTransactions extends TransactionsContract {
    RunningTransactions() {
      super(RecordStoreContract.this);
    }
  }

  @Nested
  class EndingTransactions extends TransactionEndContract {
    EndingTransactions() {
      super(RecordStoreContract.this);
    }
  }
}
