import AccessModel

/// The texts in Spanish.
enum SpanishTexts {
    /// Over what is compliant and must be mended to stay so.
    static let warningTitle = "Hay algo que corregir"

    static func text(of status: ComplianceStatus) -> ComplianceText {
        switch status {
        case .compliant:
            ComplianceText(
                title: "Todo listo",
                message: "Esta aplicación cumple todo lo que pide su organización.",
                action: "No tiene que hacer nada.")
        case .notCompliant:
            ComplianceText(
                title: "Ahora no es posible acceder",
                message: "En este momento, esta aplicación no puede abrir los datos de su organización.",
                action: "Póngase en contacto con el soporte de su organización.")
        case .serviceFailure:
            ComplianceText(
                title: "Hemos tenido un problema",
                message:
                    "No hemos podido comprobar esta aplicación por un fallo de nuestro servicio. Es posible que la aplicación esté bien.",
                action: "Vuelva a intentarlo dentro de unos minutos.")
        case .networkFailure:
            ComplianceText(
                title: "Sin conexión",
                message:
                    "No hemos podido conectar con el servicio que comprueba esta aplicación. Es posible que la aplicación esté bien.",
                action: "Compruebe su conexión a Internet y vuelva a intentarlo.")
        case .interactionRequired:
            ComplianceText(
                title: "Falta un paso",
                message: "Esta aplicación necesita algo de usted antes de abrir los datos de su organización.",
                action: "Siga los pasos que se indican en la aplicación.")
        case .userCancelled:
            ComplianceText(
                title: "Comprobación interrumpida",
                message:
                    "La comprobación no ha terminado, así que los datos de su organización siguen cerrados por ahora.",
                action: "Puede empezar de nuevo cuando quiera.")
        }
    }

    static func text(of reason: ReasonCode) -> ReasonText {
        switch reason {
        case .notEnrolled:
            ReasonText(
                message: "Esta aplicación todavía no está configurada para su cuenta de trabajo.",
                action: "Inicie la configuración en la aplicación y entre con su cuenta de trabajo.")
        case .postureMissing:
            ReasonText(
                message: "Esta aplicación todavía no ha informado de su estado.",
                action: "Deje abierta la aplicación un momento y vuelva a intentarlo.")
        case .policyNotApplied:
            ReasonText(
                message: "Esta aplicación aún no usa la configuración de protección actual de su organización.",
                action: "Cierre la aplicación, ábrala de nuevo y deje que cargue la nueva configuración.")
        case .checkInOverdue:
            ReasonText(
                message: "Esta aplicación lleva demasiado tiempo sin comunicarse con su organización.",
                action: "Conéctese a Internet y abra la aplicación para que pueda comunicarse.")
        case .appVersionTooOld:
            ReasonText(
                message: "Esta versión de la aplicación es demasiado antigua.",
                action: "Actualice la aplicación y vuelva a intentarlo.")
        case .osVersionTooOld:
            ReasonText(
                message: "El sistema de este dispositivo es demasiado antiguo.",
                action: "Instale la última actualización del sistema y vuelva a intentarlo.")
        case .deviceRooted:
            ReasonText(
                message: "Parece que la protección integrada de este dispositivo está desactivada (root o jailbreak).",
                action: "Use otro dispositivo o pregunte al soporte cómo restaurar este.")
        case .pinNotSet:
            ReasonText(
                message: "Esta aplicación no está protegida con un PIN.",
                action: "Establezca un PIN para esta aplicación.")
        case .evidenceInsufficient:
            ReasonText(
                message: "No podemos confirmar que su organización administre esta aplicación.",
                action: "Pida al soporte que configure o apruebe esta aplicación en su dispositivo.")
        case .postureIncomplete:
            ReasonText(
                message: "El informe de esta aplicación omite algo que su organización necesita saber.",
                action: "Actualice la aplicación y vuelva a intentarlo. Si no funciona, avise al soporte.")
        case .notTargeted:
            ReasonText(
                message: "La protección de esta aplicación no está configurada para su cuenta.",
                action: "Pida al soporte que active la protección de aplicaciones para su cuenta.")
        case .notDemanded:
            ReasonText(
                message: "Su organización no pide protección en esta aplicación.",
                action: "Puede continuar.")
        case .capabilityNotDeclared:
            ReasonText(
                message: "Esta aplicación no admite la protección que pide su organización.",
                action: "Use una aplicación recomendada por su organización o pregunte al soporte cuál es.")
        case .wiped:
            ReasonText(
                message: "Los datos de su organización se han eliminado de esta aplicación.",
                action: "Si todavía necesita acceso, hable con el soporte antes de volver a configurar la aplicación.")
        case .unenrolled:
            ReasonText(
                message: "Esta aplicación ya no está conectada a su organización.",
                action: "Para continuar, inicie sesión y configure de nuevo la aplicación.")
        case .instanceBlocked:
            ReasonText(
                message: "Un administrador ha bloqueado esta aplicación en este dispositivo.",
                action: "Pida al soporte que retire el bloqueo.")
        case .refusalLoop:
            ReasonText(
                message: "El acceso se ha denegado varias veces seguidas, aunque la aplicación parece estar bien.",
                action:
                    "Facilite al soporte el identificador que aparece aquí o vuelva a intentarlo dentro de media hora.")
        case .accountDisabled:
            ReasonText(
                message: "Su cuenta está desactivada.",
                action: "Pida al soporte que vuelva a activar su cuenta.")
        case .signInRequired:
            ReasonText(
                message: "Es necesario renovar su inicio de sesión.",
                action: "Inicie sesión de nuevo.")
        case .userCancelled:
            ReasonText(
                message: "Ha salido de la comprobación antes de que terminara.",
                action: "Vuelva a empezar cuando le venga bien.")
        case .sourceUnreachable:
            ReasonText(
                message:
                    "No hemos podido conectar con un servicio que necesitamos. Esto no dice nada sobre su aplicación.",
                action: "Vuelva a intentarlo en un momento.")
        case .sourceFailed:
            ReasonText(
                message:
                    "Un servicio que necesitamos ha informado de un problema. Esto no dice nada sobre su aplicación.",
                action: "Espere unos minutos y vuelva a intentarlo.")
        case .blockedByPolicy:
            ReasonText(
                message: "Su organización no permite este inicio de sesión.",
                action: "Si cree que se trata de un error, contacte con el soporte.")
        case .mfaRequired:
            ReasonText(
                message: "Su organización le pide que confirme que es usted.",
                action: "Complete el segundo paso del inicio de sesión.")
        case .authenticationStrengthRequired:
            ReasonText(
                message: "Su organización pide una forma más segura de iniciar sesión.",
                action:
                    "Vuelva a iniciar sesión con uno de los métodos que acepta su organización, por ejemplo una clave de acceso."
            )
        case .signInFrequency:
            ReasonText(
                message: "Su último inicio de sesión es demasiado antiguo para su organización.",
                action: "Vuelva a iniciar sesión.")
        case .tokenProtectionRequired:
            ReasonText(
                message: "Esta aplicación no protege su inicio de sesión como lo pide su organización.",
                action: "Actualice la aplicación. Si no sirve, indique al soporte de qué aplicación se trata.")
        case .passwordChangeRequired:
            ReasonText(
                message: "Su organización le pide que cambie la contraseña.",
                action: "Elija una contraseña nueva y continúe.")
        case .deviceNotDomainJoined:
            ReasonText(
                message: "Su organización pide un dispositivo unido a su dominio.",
                action: "Utilice un dispositivo que su organización le haya preparado.")
        case .deviceNotCompliant:
            ReasonText(
                message: "Este dispositivo todavía no cumple los requisitos de su organización.",
                action:
                    "Abra la aplicación de administración de su organización o los ajustes del dispositivo y siga los pasos."
            )
        case .deviceUnknown:
            ReasonText(
                message: "Su organización no conoce este dispositivo.",
                action: "Registre este dispositivo en su organización o use uno que ya esté registrado.")
        case .appProtectionRequired:
            ReasonText(
                message: "Su organización pide que esta aplicación esté protegida.",
                action: "Siga los pasos para proteger la aplicación.")
        case .controlNotEnforceable:
            ReasonText(
                message: "Su organización pide una comprobación que no está disponible aquí.",
                action: "Informe al soporte de este mensaje: solo ellos pueden cambiarlo.")
        case .noPolicyApplied:
            ReasonText(
                message: "Su organización no ha habilitado el acceso para este inicio de sesión.",
                action: "Solicite acceso al soporte.")
        case .evaluationFailed:
            ReasonText(
                message: "No hemos podido decidir sobre este inicio de sesión por un problema nuestro.",
                action: "Inténtelo de nuevo dentro de unos minutos. Si se repite, avise al soporte.")
        }
    }
}
