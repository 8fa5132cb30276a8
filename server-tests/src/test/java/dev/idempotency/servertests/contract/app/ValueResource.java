// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;

/** Not guarded itself: calls what is, and tells type and value of what came back. */
@Stateless
@Path("value")
@Produces("text/plain")
public class ValueResource {

  @PersistenceContext private EntityManager entityManager;
  @EJB private ValueBean bean;
  @Inject private ValueCdiBean cdiBean;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry registry;

  @POST
  @Path("{method}")
  public String call(
      @PathParam("method") String method,
      @HeaderParam("Label") String label,
      @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return switch (method) {
      case "nothing" -> {
        bean.nothing(label);
        yield "void";
      }
      case "null" -> told(bean.none(label));
      case "zero" -> told(bean.zero(label));
      case "false" -> told(bean.no(label));
      case "empty" -> told(bean.empty(label));
      case "optional" -> told(bean.optional(label));
      case "list" -> told(bean.list(label).isEmpty());
      case "refusing" -> bean.refusing(label);
      case "own-refusal" -> bean.ownRefusal(label);
      case "held" -> told(cdiBean.held(label, want));
      case "stale" -> {
        takeSnapshot();
        yield told(cdiBean.zero(label));
      }
      default -> {
        registry.setRollbackOnly();
        yield told(cdiBean.zero(label));
      }
    };
  }

  /** From here on the transaction sees nothing that others commit. */
  private void takeSnapshot() {
    entityManager
        .createNativeQuery("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        .executeUpdate();
    entityManager.createNativeQuery("SELECT count(*) FROM work_row").getSingleResult();
  }

  private static String told(Object value) {
    return value == null ? "null" : value.getClass().getName() + "=" + value;
  }
}
